"""English rules: health and medicine."""

from __future__ import annotations

import re

from saegim.remember.rules.english import EnglishRule

_DRUG = re.compile(
    r"\b(?:\w+(?:pril|sartan|olol|statin|formin|azole|cillin|mycin|oxetine|ipram|aline|azepam|zolam|idone|apine|dipine|parin|farin|xaban|profen|pam|triptan|tidine|tropin|glutide|prazole|lukast|terol|olone|sone|gliptin|flozin|tadine|rizine|ovir|cycline|floxacin|semide|thiazide|dronate|traline|piprazole|apentin|gabalin|trexate|oxifen|zodone)"
    r"|insulin|aspirin|ibuprofen|paracetamol|tylenol|ssri|antidepressants?|antihistamines?|beta blockers?|blood thinners?|statins?|lithium|adderall|ritalin|concerta|prozac|zoloft|lexapro|xanax"
    r"|melatonin|vitamin \w+|vitamins|iron(?: supplements?)?|folic acid|omega-?3|birth control|the pill|levothyroxine|synthroid|prednisone|inhaler|metformin|warfarin|supplements?|probiotics?|magnesium"
    r"|ozempic|wegovy|humira|eliquis|accutane|zyrtec|claritin|singulair|ventolin|advil|aleve|cymbalta|wellbutrin|bupropion|effexor|vyvanse|estrogen|testosterone|hrt|steroids?|(?:heart|thyroid|anxiety|asthma|allergy|diabetes|cholesterol|adhd|pain|stomach) (?:meds?|medicine|pills|shots)|iron pills|fish oil|creatine|biotin|zinc|calcium|anticoagulants?|immunosuppressants?|mood stabili[sz]ers?|antipsychotics?|eye drops|nicotine patch(?:es)?|antibiotics|painkillers|sleeping pills|blood pressure (?:meds?|medication|pills)|meds|medication)\b",
    re.IGNORECASE,
)
_CONDITION = (
    r"(?:asthma|diabetes|type [12] diabetes|epilepsy|migraines?|eczema|psoriasis|anemia|anaemia|arthritis|rheumatoid arthritis|lupus|crohn's(?: disease)?"
    r"|celiac(?: disease)?|coeliac(?: disease)?|ibs|ibd|adhd|add|autism|ptsd|ocd|depression|anxiety|bipolar(?: disorder)?|insomnia|narcolepsy|tinnitus"
    r"|vertigo|scoliosis|osteoporosis|gout|glaucoma|cataracts?|dyslexia|dyspraxia|fibromyalgia|endometriosis|pcos|hypothyroidism|hyperthyroidism"
    r"|high blood pressure|low blood pressure|hypertension|high cholesterol|a heart (?:condition|murmur)|heart (?:disease|condition)|sleep apnea|acid reflux|gerd|hay fever|sinusitis"
    r"|a (?:herniated|slipped) disc|chronic \w+(?: \w+)?|parkinson's|alzheimer's|dementia|cancer|\w+ cancer|leukemia|kidney (?:disease|stones|failure)|a bad (?:back|knee|hip|shoulder)"
    r"|bad knees|carpal tunnel|plantar fasciitis|raynaud's|ms|multiple sclerosis|cerebral palsy|tourette's|vitiligo|rosacea|\w+(?:itis|osis|emia|aemia|pathy|algia)|hearing loss|a pacemaker|panic attacks|seizures|heartburn|sciatica|a hernia|(?:an? )?(?:stomach )?ulcers?|a stutter|astigmatism|a heart defect|long covid|high blood sugar|night blindness|(?:my )?(?:lower )?(?:back|knee|heart|kidney|liver|stomach|skin|sleep|thyroid|hip|shoulder|neck|joint|eating|panic|blood|bowel|lung) (?:problems?|issues?|trouble|pain|conditions?|disorders?|disease))"
)


def _drug(value: str) -> bool:
    return _DRUG.search(value) is not None


RULES = (
    EnglishRule(
        id="en.condition.have",
        kind="condition",
        key="condition",
        pattern=(
            r"^(?:have|has|have had|has had|'ve got|got|suffer from|suffers from|live with|be dealing with|been dealing with|deal with|battle|cope with|been struggling with|been battling|be prone to|struggle "
            r"with|be being treated for|get|be recovering from|be living with|been diagnosed with"
            r"|have been diagnosed with|was (?:just |recently )?diagnosed with|be diagnosed with"
            r"|got diagnosed with|developed) (?:really |very |bad |terrible |awful |severe |mild |chronic |occasional |pretty |a touch "
            rf"of )*(?P<v>{_CONDITION})\b"
        ),
        content="{S} has {v}.",
        over="anyone",
        dated="past",
        confidence=0.9,
        impact=0.9,
        examples=(
            ("I have type 1 diabetes.", "type 1 diabetes"),
            ("I was diagnosed with lupus.", "lupus"),
            ("My dad has gout.", "gout"),
        ),
        counter_examples=(
            "Do I have asthma?",
            "The article says one in three people has migraines.",
            "I don't have asthma.",
        ),
    ),
    EnglishRule(
        id="en.condition.diagnosed",
        kind="condition",
        key="condition",
        pattern=(
            r"^(?:have been|been|was|be|got) (?:just |recently |newly |officially )?diagnosed "
            r"(?:with|as) (?P<v>[\w\s'-]+?)(?: (?:last|in|this|two|three|a|when|at) .+)?$"
        ),
        content="{S} was diagnosed with {v}.",
        over="anyone",
        dated="past",
        confidence=0.9,
        impact=0.9,
        examples=(("I was recently diagnosed with Lyme disease.", "Lyme disease"),),
        counter_examples=("Was I diagnosed with it?",),
    ),
    EnglishRule(
        id="en.condition.part",
        kind="condition",
        key="condition",
        pattern=r"^my (?P<v>eyesight|vision|hearing|back|knees?|hips?|heart|memory|joints) (?:is|are|has been|have been|'s) (?:really |pretty |very |quite |completely |totally )?(?:terrible|bad|awful|poor|weak|failing|going|shot|wrecked|messed up|not great)\b",
        content="The user's {v} is bad.",
        over="raw",
        subject="user",
        confidence=0.75,
        impact=0.7,
        examples=(("My eyesight is terrible.", "eyesight"),),
        counter_examples=("Is my eyesight terrible?", "My back is fine."),
    ),
    EnglishRule(
        id="en.condition.recovering",
        kind="condition",
        key="condition",
        pattern=r"^(?:be|been) (?:still |slowly )?(?:recovering from|in remission from|in treatment for|being treated for|undergoing) (?P<v>[\w\s'-]+)$",
        content="{S} is recovering from or treated for {v}.",
        over="anyone",
        check=lambda value: not re.search(r"\b(?:weekend|party|night|trip|hangover|week|day)\b", value),
        impact=0.8,
        examples=(("I'm recovering from knee surgery.", "knee surgery"),),
        counter_examples=("I'm recovering from the party.",),
    ),
    EnglishRule(
        id="en.condition.be",
        kind="condition",
        key="condition",
        pattern=(
            r"^be (?:also |mildly |severely |a |an |legally |partially |\d+ (?:weeks|months) |hard "
            r"|type [12] )*(?P<v>disabled|obese|overweight|prediabetic|diabetic|asthmatic|epileptic"
            r"|colou?r-?blind|pregnant|lactose[- ]intolerant|gluten[- ]intolerant|dyslexic|autistic"
            r"|bipolar|anemic|anaemic|hypertensive|deaf|blind|celiac|coeliac|hypoglycemic|insomniac"
            r"|arthritic|immunocompromised|hard of hearing|visually impaired)\b"
        ),
        content="{S} is {v}.",
        over="anyone",
        confidence=0.9,
        impact=0.9,
        examples=(("I'm lactose intolerant.", "lactose intolerant"), ("My wife is pregnant.", "pregnant")),
        counter_examples=("Is he diabetic?", "I'm not diabetic."),
    ),
    EnglishRule(
        id="en.device",
        kind="fact",
        key="possession",
        pattern=(
            r"\b(?:because of my|due to my|i have an?|i wear(?: an?)?|i carry an?|i use an?|i've got an?|fitted with "
            r"an?|with my) (?P<v>pacemaker|hearing aids?|cochlear implant|wheelchair|insulin pump"
            r"|prosthetic \w+|stent|cpap(?: machine)?|crutches|walker|artificial hip|epipen|epi-pen|inhaler|cane|glass eye|retainer|ostomy bag)\b"
        ),
        content="The user uses or has this: {v}.",
        over="raw",
        subject="user",
        confidence=0.9,
        impact=0.9,
        examples=(
            ("I use a wheelchair.", "wheelchair"),
            ("Due to my stent I avoid it.", "stent"),
            ("I wear hearing aids.", "hearing aids"),
        ),
        counter_examples=("Should I get a wheelchair?",),
    ),
    EnglishRule(
        id="en.medication.take",
        kind="medication",
        key="medication",
        pattern=(
            r"^(?:be |been )?(?:currently |now )?(?:take|takes|taking|on|prescribed|been on|been taking"
            r"|use|using|started|started taking|inject|injecting|switched to|put on) (?:\d+ ?mg (?:of )?|my |an? |daily |some "
            r")*(?P<v>[\w\s-]+?)(?: (?:every|daily|for|at|twice|once|each|in|because|to|since|three"
            r"|and it|right|after|before|with|until|when|these) .*| daily|,? \\d+ ?m[cg]g?.*|,.*)?$"
        ),
        content="{S} takes {v}.",
        over="anyone",
        check=_drug,
        each=True,
        confidence=0.9,
        impact=0.9,
        examples=(("I take ramipril every evening.", "ramipril"), ("I'm on warfarin.", "warfarin")),
        counter_examples=("Should I take ibuprofen?", "I take the bus every morning."),
    ),
    EnglishRule(
        id="en.medication.stopped",
        kind="medication",
        key="medication",
        pattern=(
            r"^(?:have )?(?:stopped|quit|no longer|be off|came off|be no longer|don't)(?: taking| "
            r"take| on| using)? (?:my |the )?(?P<v>[\w\s-]+?)(?: (?:last|in|because|this|a|after|since|when|two|on) .*|,.*)?$"
        ),
        content="{S} no longer takes {v}.",
        over="anyone",
        check=_drug,
        negated=True,
        impact=0.8,
        examples=(("I stopped taking sertraline.", "sertraline"),),
        counter_examples=("Can I stop taking sertraline?",),
    ),
    EnglishRule(
        id="en.contra.must_not",
        kind="contraindication",
        key="contraindication",
        pattern=(
            r"^(?:mustn't|can't (?:take|undergo|have)|be not (?:allowed|supposed) to|have to avoid"
            r"|need to avoid|must avoid|should(?:n't| not)|was told (?:not to|to avoid)) ?(?:eat"
            r"|take|have|undergo|drink|use|get|receive)? ?(?:any |an? )?(?P<v>(?:mri|nsaids?"
            r"|aspirin|ibuprofen|alcohol|grapefruit|caffeine|penicillin|dairy|gluten|salt|sugar"
            r"|anesthesia|contrast dye|[\w-]+(?:cillin|profen|azole))\b.*?)(?: (?:because|due|with"
            r"|since|on) .*)?$"
        ),
        content="{S} must not have {v}.",
        over="anyone",
        negated=True,
        confidence=0.9,
        impact=1.0,
        examples=(
            ("I mustn't take ibuprofen.", "ibuprofen"),
            ("I have to avoid grapefruit because of my pills.", "grapefruit"),
        ),
        counter_examples=("Should I avoid grapefruit?",),
    ),
    EnglishRule(
        id="en.contra.not_to",
        kind="contraindication",
        key="contraindication",
        pattern=r"^be not (?:allowed|supposed|meant) to (?P<v>(?:lift|carry|exercise|run|fly|drive|drink|smoke|eat|swim|bend)\b.*)$",
        content="{S} must not {v}.",
        over="anyone",
        negated=True,
        confidence=0.75,
        impact=0.9,
        examples=(("I'm not supposed to lift anything heavy.", "heavy"),),
        counter_examples=("Am I supposed to lift this?",),
    ),
    EnglishRule(
        id="en.contra.doctor",
        kind="contraindication",
        key="contraindication",
        pattern=(
            r"\b(?:doctor|doc|gp|dentist|\w+ologist|physician|surgeon|specialist)\b.*?\b(?:told me|says|said|wants "
            r"me)\b.*?\b(?:not to|no more|no(?= \w+$)|to avoid|to stop|to cut out|off) (?:eat(?:ing)? "
            r"|drink(?:ing)? |tak(?:e|ing) |hav(?:e|ing) )?(?P<v>[\w\s-]+)$"
        ),
        content="The user must avoid {v}, on a doctor's word.",
        over="raw",
        subject="user",
        negated=True,
        impact=1.0,
        examples=(("My doctor told me to avoid red meat.", "red meat"),),
        counter_examples=("My friend told me to avoid red meat.",),
    ),
    EnglishRule(
        id="en.condition.senses",
        kind="condition",
        key="condition",
        pattern=(
            r"^(?P<v>(?:can't|don't) (?:hear|see|walk|smell|taste) (?:well|much|properly|without .+|in my .+|out of .+|far)\b.*)$"
        ),
        content="{S}: {v}.",
        over="anyone",
        impact=0.8,
        examples=(("I can't hear well in my left ear.", "left ear"),),
        counter_examples=("Can't you hear well?", "I don't see anything awful about her."),
    ),
    EnglishRule(
        id="en.condition.found",
        kind="condition",
        key="condition",
        pattern=(
            r"^(?:my |the )?(?:doctor|check-?up|results?|scan|blood test|tests?)\b.*?\b(?:found"
            r"|showed|says? I have|said I have|confirmed|revealed) (?:that I have "
            rf")?(?P<v>{_CONDITION})\b"
        ),
        content="The user has {v}, by a test.",
        over="raw",
        subject="user",
        impact=0.9,
        examples=(("My check-up found gastritis.", "gastritis"),),
        counter_examples=("The article found gastritis.",),
    ),
)

"""Words that say nothing about what a text is about, Korean (as morphemes) and English (before stemming)."""

from __future__ import annotations

KOREAN = frozenset(
    """
    하 되 있 없 이 것 거 수 게 나 너 저 그 내 네 제 우리 저희 너희 당신 때 좀 잘 더 안 못 다 왜 뭐
    뭘 무엇 누구 언제 어디 어느 어떤 어떻게 어떠하 어떻 어때 무슨 몇 얼마 그렇 이렇 저렇 그러 이러
    저러 그거 이거 저거 그것 이것 저것 여기 거기 저기 등 들 및 또 또는 그리고 그러나 하지만 그런데
    근데 그래서 그래도 그러면 그럼 그냥 진짜 정말 너무 아주 매우 많이 조금 같 같이 보 주 오 가 말
    알 모르 싶 그런 이런 저런 대하 위하 관하 통하 따르 의하 이번 지금 이제 아까 막 바로 계속 다시
    먼저 아마 혹시 역시 약간 별로 꼭 다들 모두 전부 하나 둘 번 개 년 월 일 시 분 중
    """.split()
)

ENGLISH = frozenset(
    """
    a about above after again against all also am an and any are aren as at be because been before
    being below between both but by can cannot could couldn d did didn do does doesn doing don down
    during each ever few for from further get got had hadn has hasn have haven having he her here
    hers herself him himself his how i if in into is isn it its itself just ll m ma me might mightn
    more most must mustn my myself need needn no nor not now o of off on once one only or other our
    ours ourselves out over own re s same shall shan she should shouldn so some such t than that
    the their theirs them themselves then there these they this those through to too under until up
    us ve very was wasn we were weren what when where which while who whom whose why will with won
    would wouldn y you your yours yourself yourselves im ive id ill youre youve thats whats dont
    didnt doesnt cant wont
    """.split()
)

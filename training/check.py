"""Says whether this machine gives the shipped encoder's vectors: every value within 1e-3 of the stored ones.

python training/check.py            compare; exit status 1 when they differ
python training/check.py --write    store the vectors of the weights in place (after a new training)
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from saegim.providers.encoder import SaegimEncoder

STORED = Path(__file__).parent / "sample.npz"
TOLERANCE = 1e-3
SAMPLE = (
    "저녁 뭐 먹지?",
    "땅콩 알레르기가 있다",
    "사용자는 매일 아침 혈압약을 먹는다.",
    "나 요새 밥맛이 없어ㅠㅠ",
    "[2026-03-01] 민지: 다음 주에 부산으로 이사해!",
    "민지 언제 이사하지?",
    "옷 사이즈가 뭐였더라",
    "상의는 라지 입어요",
    "괜찮아, 싫은 건 싫다고 말해도 돼",
    "강아지 이름이 뭐야",
    "우리 집 개 뭉치가 열 살이야",
    "떡볶이 먹고 싶다",
    "What is Emma allergic to?",
    "[8 May 2023] Emma: I break out in hives if I eat shrimp.",
    "When did Noah adopt the puppy?",
    "I went to the museum with my kids last weekend.",
    "Don't call me after ten at night.",
    "The user has been vegetarian since college.",
    "오늘 회의 3시로 미뤘어 meeting room B",
    "👍🏽 ㅋㅋㅋㅋ",
    "日本語の文",
    "",
    "쀍뷁",
    "긴 이야기를 하나 해 줄게. " * 12,
)


def main() -> int:
    vectors = SaegimEncoder().embed(SAMPLE)
    if "--write" in sys.argv[1:]:
        np.savez(STORED, name=np.array(SaegimEncoder.name), vectors=vectors)
        print(f"{STORED.name}: {len(SAMPLE)} vectors of {SaegimEncoder.name}")
        return 0
    with np.load(STORED) as stored:
        name, wanted = str(stored["name"]), stored["vectors"]
    if name != SaegimEncoder.name:
        print(f"stored vectors are of {name}, the encoder is {SaegimEncoder.name}")
        return 1
    worst = np.abs(vectors - wanted).max(axis=1)
    for text, distance in zip(SAMPLE, worst, strict=True):
        if distance > TOLERANCE:
            print(f"differs by {distance:.2e}: {text[:60]!r}")
    print(f"{name}: {len(SAMPLE)} texts, largest difference {worst.max():.1e}, allowed {TOLERANCE:.0e}")
    return int(worst.max() > TOLERANCE)


if __name__ == "__main__":
    sys.exit(main())

"""Names of places that need no telltale word beside them."""

from __future__ import annotations

PLACES = frozenset(
    """
    서울 부산 대구 인천 광주 대전 울산 세종 경기도 강원도 충청도 충북 충남 전라도 전북 전남 경상도 경북 경남
    제주 제주도 수원 성남 고양 용인 부천 안산 안양 남양주 화성 평택 의정부 시흥 파주 김포 광명 군포 하남
    오산 이천 안성 구리 의왕 양주 포천 여주 동두천 과천 가평 양평 춘천 원주 강릉 동해 태백 속초 삼척 홍천
    평창 정선 양양 청주 충주 제천 천안 공주 보령 아산 서산 논산 당진 전주 군산 익산 정읍 남원 김제 목포 여수
    순천 나주 광양 포항 경주 김천 안동 구미 영주 영천 상주 경산 창원 진주 통영 사천 김해 밀양 거제 양산
    서귀포 울릉도 독도 강남 강북 홍대 신촌 이태원 명동 성수 성수동 압구정 잠실 여의도 판교 분당 일산 송도
    해운대 광안리 서면 동성로 을지로 종로 연남동 망원동 합정 건대 왕십리 노량진 목동 마포 용산 서초 송파
    강동 관악 동작 영등포 구로 금천 은평 서대문 도봉 노원 중랑 성북 동대문 광진 한국 대한민국 북한 일본 중국
    대만 홍콩 미국 캐나다 영국 프랑스 독일 이탈리아 스페인 포르투갈 네덜란드 스위스 오스트리아 체코 헝가리
    폴란드 터키 튀르키예 그리스 러시아 호주 뉴질랜드 베트남 태국 필리핀 싱가포르 말레이시아 인도네시아 발리
    인도 네팔 몽골 브라질 멕시코 아르헨티나 이집트 모로코 도쿄 오사카 교토 후쿠오카 삿포로 오키나와 베이징
    상하이 타이베이 방콕 치앙마이 다낭 하노이 호치민 나트랑 세부 보라카이 파리 런던 로마 밀라노 베를린 뮌헨
    바르셀로나 마드리드 리스본 암스테르담 프라하 빈 부다페스트 뉴욕 보스턴 시카고 시애틀 하와이 괌 사이판
    토론토 밴쿠버 시드니 멜버른 Seoul Busan Daegu Incheon Jeju Korea Japan China Taiwan America Canada
    England Britain France Germany Italy Spain Portugal Netherlands Switzerland Austria Australia Zealand
    Vietnam Thailand Philippines Singapore Malaysia Indonesia Bali India Nepal Brazil Mexico Egypt Tokyo
    Osaka Kyoto Beijing Shanghai Taipei Bangkok Hanoi Paris London Rome Milan Berlin Munich Barcelona Madrid
    Lisbon Amsterdam Prague Vienna Budapest York Boston Chicago Seattle Hawaii Toronto Vancouver Sydney
    Melbourne California Texas Dublin Edinburgh Manchester
    """.split()
)

# Capitalised in English without naming anyone.
NOT_NAMES = frozenset(
    """
    I I'm I'll I've Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April
    May June July August September October November December English Korean Japanese Chinese French German
    Spanish Italian Christmas Easter Halloween Thanksgiving God OK Okay TV AI LLM CEO CTO HR PR Mom Dad Mum
    Python Java JavaScript Netflix YouTube Google Apple Amazon Microsoft Instagram Facebook Twitter iPhone
    MacBook
    """.split()
)

"""Links between memories and entities: neighbours, and a walk that stays bounded."""

from __future__ import annotations

import pytest

from saegim import Saegim, User
from saegim.errors import InvalidInput, NotFound


def test_what_was_said_together_is_linked(korean: Saegim, jisu: User) -> None:
    jisu.record("유나랑 은채랑 부산 갔어", "네")
    korean.drain()
    yuna = jisu.entity("유나")
    others = {link.source if link.target == yuna.id else link.target for link in jisu.neighbours("유나")}
    assert others == {jisu.entity("은채").id, jisu.entity("부산").id}
    weak = jisu.neighbours("유나")[0].weight
    jisu.record("유나랑 은채랑 또 부산 갔어", "네")
    korean.drain()
    assert 1 > jisu.neighbours("유나")[0].weight > weak, "the more often, the stronger"


def test_a_walk_goes_hop_by_hop(saegim: Saegim, minji: User) -> None:
    a, b, c, d = (minji.remember(f"기억 {name}").id for name in "가나다라")
    minji.link(a, "related_to", b, weight=1.0)
    minji.link(b, "related_to", c, weight=0.5)
    minji.link(c, "related_to", d)
    one = minji.walk(a, hops=1)
    assert [(step.node, step.hops) for step in one] == [(b, 1)]
    two = minji.walk(a, hops=2)
    assert [(step.node, step.hops, step.strength) for step in two] == [(b, 1, 0.5), (c, 2, 0.125)]
    assert [step.node for step in minji.walk(a, hops=4)] == [b, c, d]
    assert len(minji.walk(a, hops=4, limit=2)) == 2
    with pytest.raises(InvalidInput):
        minji.walk(a, hops=5)
    with pytest.raises(NotFound):
        minji.walk("k_nobody")


def test_a_hub_does_not_blow_up_the_walk(saegim: Saegim, minji: User) -> None:
    hub = minji.remember("모두의 가운데").id
    with saegim.store.user("minji") as store, store.write() as tx:
        from saegim.models import Link

        for i in range(3_000):
            tx.put_link(Link(f"n{i}", "related_to", hub, 0.5, saegim.clock.now()))
            tx.put_link(Link(f"n{i}", "related_to", f"m{i}", 0.5, saegim.clock.now()))
    with saegim.store.user("minji") as store, store.read() as view:
        from saegim.tend.graph import walk

        reached = walk(view, hub, hops=2, limit=100)
    assert len(reached) == 100


def test_a_walk_does_not_reach_another_persona(saegim: Saegim) -> None:
    luna, mori = (saegim.user("minji", persona=name) for name in ("luna", "mori"))
    mine, theirs = luna.remember("루나에게 한 말"), mori.remember("모리에게 한 말")
    with saegim.store.user("minji") as store, store.write() as tx:
        from saegim.models import Link

        tx.put_link(Link(mine.id, "related_to", theirs.id, 1.0, saegim.clock.now()))
    assert luna.walk(mine.id) == []
    assert [step.node for step in saegim.user("minji").walk(mine.id)] == [theirs.id]

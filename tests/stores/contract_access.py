"""Part of the store contract: keys, and answers to requests that come twice."""

from __future__ import annotations

from datetime import datetime

from store_samples import START, OpenStore, SetClock, after

from saegim.protocols import AccessKey, KeptAnswer, Store


def key(id_: str, **more: object) -> AccessKey:
    fields = {"role": "user", "user_id": "minji", "name": "전화기", "salt": b"s" * 16, "hash": b"h" * 32}
    return AccessKey(**({"id": id_, "created_at": START} | fields | more))  # type: ignore[arg-type]


def first_claimed(
    store: Store, request: bytes = b"r", fingerprint: bytes = b"f", **more: object
) -> KeptAnswer | datetime:
    options = {"user_id": "minji", "now": START, "lease_s": 60, "keep_s": 3600}
    return store.claim_answer(request, fingerprint=fingerprint, **(options | more))  # type: ignore[arg-type]


def claim(
    store: Store, request: bytes = b"r", fingerprint: bytes = b"f", **more: object
) -> KeptAnswer | None:
    """None when it is the caller's to do."""
    found = first_claimed(store, request, fingerprint, **more)
    return found if isinstance(found, KeptAnswer) else None


class Access:
    def test_a_key_is_there_for_every_handle_until_it_is_revoked(
        self, open_store: OpenStore, store: Store
    ) -> None:
        first, second = key("k1"), key("k2", role="admin", user_id=None, expires_at=after(days=1))
        store.put_key(first)
        store.put_key(second)
        other = open_store()
        assert other.keys() == [first, second]
        assert other.key("k2") == second
        assert other.key("k3") is None
        assert store.revoke_key("k1", after(minutes=1))
        assert store.revoke_key("k1", after(minutes=2))
        assert not store.revoke_key("k3", START)
        found = other.key("k1")
        assert found is not None
        assert found.revoked_at == after(minutes=1)

    def test_the_keys_of_an_erased_user_are_gone(self, store: Store) -> None:
        with store.user("minji"), store.user("jihun"):
            pass
        for one in (key("k1"), key("k2", user_id="jihun"), key("k3", role="admin", user_id=None)):
            store.put_key(one)
        store.erase("minji")
        left = store.keys()
        assert [one.id for one in left] == ["k2", "k3"]

    def test_a_request_is_done_by_one_and_answered_alike_to_all(
        self, open_store: OpenStore, store: Store
    ) -> None:
        other = open_store()
        assert claim(store) is None
        assert claim(other) == KeptAnswer(b"f", None, {}, b"")
        store.keep_answer(b"r", 201, {"etag": '"1"'}, "답".encode())
        for handle in (store, other):
            assert claim(handle, fingerprint=b"other") == KeptAnswer(
                b"f", 201, {"etag": '"1"'}, "답".encode()
            )
        assert claim(other, b"another request") is None

    def test_a_claim_that_was_given_up_or_ran_out_is_free_again(self, store: Store) -> None:
        assert claim(store) is None
        store.give_up_answer(b"r")
        assert claim(store) is None
        assert claim(store, now=after(seconds=59)) is not None
        assert claim(store, now=after(seconds=60)) is None
        store.keep_answer(b"r", 200, {}, b"x")
        store.give_up_answer(b"r")
        assert claim(store, now=after(seconds=61)) == KeptAnswer(b"f", 200, {}, b"x")

    def test_a_claim_that_is_held_does_not_run_out(self, store: Store) -> None:
        assert claim(store) is None
        store.hold_answers([b"r", b"unknown"], after(seconds=90))
        assert claim(store, now=after(seconds=89)) is not None
        assert claim(store, b"unknown") is None
        assert claim(store, now=after(seconds=90)) is None

    def test_a_request_taken_over_is_known_by_when_it_first_came(self, store: Store) -> None:
        assert first_claimed(store) == START
        # Nobody knows how far it came: another request may not take its name.
        assert claim(store, fingerprint=b"other", now=after(seconds=60)) == KeptAnswer(b"f", None, {}, b"")
        assert first_claimed(store, now=after(seconds=60)) == START
        store.hold_answers([b"r"], after(seconds=70))
        assert first_claimed(store, now=after(seconds=70)) == START
        store.give_up_answer(b"r")
        assert first_claimed(store, now=after(seconds=71)) == after(seconds=71)
        assert first_claimed(store, now=after(seconds=3671)) == after(seconds=3671)

    def test_an_answer_is_kept_as_long_as_was_asked(self, store: Store) -> None:
        assert claim(store) is None
        store.keep_answer(b"r", 200, {}, b"x")
        assert claim(store, now=after(seconds=3599)) is not None
        assert claim(store, now=after(seconds=3600)) is None

    def test_erasing_a_user_erases_what_was_answered_about_them(self, store: Store) -> None:
        with store.user("minji"):
            pass
        assert claim(store) is None
        assert claim(store, b"jihun's", user_id="jihun") is None
        for request in (b"r", b"jihun's"):
            store.keep_answer(request, 200, {}, b"secret")
        store.erase("minji")
        assert claim(store) is None
        assert claim(store, b"jihun's") is not None

    def test_open_users_are_counted(self, store: Store, clock: SetClock) -> None:
        assert store.open_files() == 0
        with store.user("minji"), store.user("jihun"):
            assert store.open_files() == 2

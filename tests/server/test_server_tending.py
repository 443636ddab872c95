"""Entities, the graph, insights, runs and undo over HTTP."""

from __future__ import annotations

from server_testbed import Person


def test_entities_are_made_merged_split_and_put_back(person: Person) -> None:
    one = person.post("/api/v1/entities", {"name": "민지", "relation": "친구"}, status=201)
    other = person.post("/api/v1/entities", {"name": "김민지"}, status=201)
    assert {entity["id"] for entity in person.get("/api/v1/entities")["entities"]} == {one["id"], other["id"]}
    merged = person.post("/api/v1/entities/merge", {"keep": one["id"], "other": other["id"]})
    assert merged["entity"]["id"] == one["id"]
    assert person.get(f"/api/v1/entities/{other['id']}")["id"] == one["id"]
    change = merged["change"]["id"]
    assert [entry["id"] for entry in person.get("/api/v1/changes")["changes"]] == [change]
    assert person.post(f"/api/v1/changes/{change}/undo", {})["undoneAt"] is not None
    assert len(person.get("/api/v1/entities")["entities"]) == 2
    again = person.post("/api/v1/entities/merge", {"keep": one["id"], "other": one["id"]}, status=422)
    assert again["error"]["code"] == "same_entity"


def test_an_entity_has_sentiment_memories_and_neighbours(person: Person) -> None:
    made = person.post("/api/v1/entities", {"name": "보리", "type": "pet"}, status=201)
    path = f"/api/v1/entities/{made['id']}"
    assert person.get(f"{path}/sentiment")["points"] == []
    assert person.get(f"{path}/memories") == {"memories": []}
    assert person.get(f"/api/v1/graph/{made['id']}?hops=2") == {"links": [], "steps": []}
    assert [entity["name"] for entity in person.get("/api/v1/contacts")["entities"]] in ([], ["보리"])
    assert person.get("/api/v1/entities?type=place")["entities"] == []
    assert person.get("/api/v1/entities/e_none", status=404)["error"]["code"] == "entity_not_found"


def test_tending_by_hand_is_logged_and_a_dry_run_changes_nothing(person: Person) -> None:
    person.post("/api/v1/memories", {"content": "성수동에 산다"}, status=201)
    dry = person.post("/api/v1/tend", {"dryRun": True})
    assert isinstance(dry["would"], list)
    done = person.post("/api/v1/tend", {})
    assert done["state"] == "done"
    assert done["id"] in {run["id"] for run in person.get("/api/v1/runs")["runs"]}
    assert person.get("/api/v1/insights")["insights"] == []


def test_bad_bodies_are_refused(person: Person) -> None:
    assert person.post("/api/v1/entities", {"name": "민지", "type": "planet"}, status=422)["error"]["code"]
    assert person.post("/api/v1/entities", {}, status=422)["error"]["code"] == "request_invalid"
    assert person.post("/api/v1/changes/none/undo", {}, status=404)["error"]["code"] == "change_not_found"

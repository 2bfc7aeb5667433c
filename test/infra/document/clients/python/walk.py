"""Uses the client that openapi-python-client generates: one pet from its creation to its sale, and errors."""

from datetime import datetime
from os import environ
from time import sleep

from petstore.api.account import create_key, get_account, list_keys, revoke_key, roll_key
from petstore.api.categories import delete_category, get_category, list_categories, put_category
from petstore.api.events import list_events
from petstore.api.orders import cancel_order, complete_order, get_order, list_orders, place_order
from petstore.api.pets import create_pet, delete_pet, get_pet, list_pets, update_pet
from petstore.api.quickstart import create_message
from petstore.api.webhooks import create_webhook, delete_webhook, get_webhook, list_webhooks, update_webhook
from petstore.client import AuthenticatedClient
from petstore.models import (
    CategoryInput,
    Error,
    KeyInput,
    KeyRoll,
    MessageInput,
    OrderInput,
    PetEvent,
    PetInput,
    PetPatch,
    PetStatus,
    WebhookInput,
    WebhookPatch,
    WebhookStatus,
)

# The first that a double rounds.
BEYOND_DOUBLE = 9007199254740993


def client(address, key):
    return AuthenticatedClient(base_url=environ[address], token=environ[key])


owner, customer = client("BASE_URL", "API_KEY"), client("BASE_URL", "CUSTOMER_KEY")


def expect(answer, status):
    assert answer.status_code == status, (status, answer)
    return answer.parsed


def expect_error(answer, status, code):
    error = expect(answer, status)
    assert isinstance(error, Error) and (error.code, error.status) == (code, status), error


message = expect(
    create_message.sync_detailed(client=client("QUICKSTART_URL", "API_KEY"), body=MessageInput(message="Hello")), 202
)
assert isinstance(message.created_at, datetime)

rex = expect(create_pet.sync_detailed(client=owner, body=PetInput(name="Rex", category_id=BEYOND_DOUBLE)), 201)
assert (rex.category_id, rex.status) == (BEYOND_DOUBLE, PetStatus.AVAILABLE), rex
assert expect(get_pet.sync_detailed(rex.id, client=owner), 200) == rex
found = list_pets.sync_detailed(client=owner, ids=[rex.id])
assert expect(found, 200) == [rex]
tag = found.headers["ETag"]
bella = expect(update_pet.sync_detailed(rex.id, client=owner, body=PetPatch(name="Bella"), if_match=tag), 200)
assert (bella.name, bella.category_id) == ("Bella", BEYOND_DOUBLE), bella
expect_error(
    update_pet.sync_detailed(rex.id, client=owner, body=PetPatch(name="Max"), if_match=tag), 412, "precondition_failed"
)
assert bella in expect(list_pets.sync_detailed(client=owner, category_id=BEYOND_DOUBLE, limit=100), 200)

dogs = CategoryInput(name="Dogs")
category = expect(put_category.sync_detailed(BEYOND_DOUBLE, client=owner, body=dogs, if_none_match="*"), 201)
assert category.id == BEYOND_DOUBLE, category
assert expect(get_category.sync_detailed(BEYOND_DOUBLE, client=owner), 200) == category
assert category in expect(list_categories.sync_detailed(client=owner), 200)
expect(delete_category.sync_detailed(BEYOND_DOUBLE, client=owner), 204)

tom = expect(create_pet.sync_detailed(client=owner, body=PetInput(name="Tom", category_id=2)), 201)
cancelled = expect(place_order.sync_detailed(client=customer, body=OrderInput(pet_id=tom.id)), 201)
expect(cancel_order.sync_detailed(cancelled.id, client=customer), 200)
expect(delete_pet.sync_detailed(tom.id, client=owner), 204)

order = expect(place_order.sync_detailed(client=customer, body=OrderInput(pet_id=rex.id)), 201)
assert expect(get_order.sync_detailed(order.id, client=customer), 200) == order
assert order in expect(list_orders.sync_detailed(client=customer), 200)
completed = expect(complete_order.sync_detailed(order.id, client=owner), 200)
assert completed.status == "completed", completed
assert [pet.status for pet in expect(list_pets.sync_detailed(client=owner, ids=[rex.id]), 200)] == [PetStatus.SOLD]

for _attempt in range(50):
    events = expect(list_events.sync_detailed(client=owner), 200)
    if events:
        break
    sleep(0.2)
assert isinstance(events[0], PetEvent), events

hook = WebhookInput(url="https://hooks.shop.example/pets", secret="whsec_" + "A" * 32)
webhook = expect(create_webhook.sync_detailed(client=owner, body=hook, idempotency_key="python"), 201)
assert expect(create_webhook.sync_detailed(client=owner, body=hook, idempotency_key="python"), 201) == webhook
assert expect(get_webhook.sync_detailed(webhook.id, client=owner), 200).url == hook.url
assert [each.id for each in expect(list_webhooks.sync_detailed(client=owner), 200)] == [webhook.id]
disabled = WebhookPatch(status=WebhookStatus.DISABLED, delivered=events[0].position)
changed = expect(update_webhook.sync_detailed(webhook.id, client=owner, body=disabled), 200)
assert (changed.status, changed.delivered) == (WebhookStatus.DISABLED, events[0].position), changed
expect(delete_webhook.sync_detailed(webhook.id, client=owner), 204)
expect_error(get_webhook.sync_detailed(webhook.id, client=owner), 404, "webhook_not_found")

account = expect(get_account.sync_detailed(client=owner), 200)
assert account.key in expect(list_keys.sync_detailed(client=owner), 200), account
key = expect(create_key.sync_detailed(client=owner, body=KeyInput(name="python")), 201)
rolled = expect(roll_key.sync_detailed(key.id, client=owner, body=KeyRoll(overlap_hours=0)), 201)
assert rolled.api_key != key.api_key, "The rolled key is the old one."
expect(revoke_key.sync_detailed(rolled.id, client=owner), 204)

expect_error(create_pet.sync_detailed(client=owner, body=PetInput(name="", category_id=1)), 400, "validation_failed")
expect_error(
    create_pet.sync_detailed(client=client("STUB_URL", "API_KEY"), body=PetInput(name="Rex", category_id=1)),
    400,
    "code_of_tomorrow",
)

"""What the document cannot say of requests that are to be accepted; others stay as they are.

A cursor is opaque: one that merely has the right form is 400, as docs/api.md says. So it is one that
an answer's Link gave for the same list and filter, or none where no answer gave one yet.

A position beyond the newest event is 400, as docs/events.md and docs/webhooks.md say: so it is 0, or latest.

A webhook has an https URL of a public host, and types of the log that it is about, as docs/webhooks.md says. Nobody guesses
an id of one: unless a link brings it, it is that of the oldest. An account has 10 at most: the oldest makes room for the next.

A key's name has no character that cannot be seen, and its end is to come, as docs/keys.md says. An account has 20 at most:
the oldest of those that were created makes room for the next. Only those are rolled and revoked: the run needs its own.

ids come without another filter or a cursor.

If-Match and If-None-Match are never empty, as their patterns say; schemathesis tries that all the same. They do
not come together.

Over 10,240 bytes of headers, the URL among them, a request does not reach the service: docs/errors.md names the 431.

An Idempotency-Key belongs to one request: with another body it is 400. So each request has one of its
own.
"""

import uuid
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import requests
import schemathesis
from requests.utils import parse_header_links
from schemathesis import GenerationMode
from schemathesis.generation.meta import TestPhase

INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1

# The last cursor of each list, by its path and filter.
cursors = {}

# The log that each webhook is about, by its id, oldest first.
logs = {}

# The ids of keys that were created, oldest first.
keys = []


def is_accepted(case):
    return case.meta and case.meta.generation.mode is GenerationMode.POSITIVE


def list_of(case, query):
    others = ("cursor", "limit")
    filters = sorted((name, str(value)) for name, value in query.items() if name not in others)
    return case.operation.path, tuple(filters)


@schemathesis.hook
def after_call(context, case, response):
    for link in parse_header_links(",".join(response.headers.get("link", []))):
        if link["rel"] == "next":
            query = dict(parse_qsl(urlsplit(link["url"]).query))
            if "cursor" in query:
                cursors[list_of(case, query)] = query["cursor"]
    if case.operation.path == "/webhooks" and case.method == "POST":
        if response.status_code == 201:
            logs[response.json()["id"]] = response.json()["about"]
        elif response.status_code == 409 and logs:
            oldest = next(iter(logs))
            authorization = response.request.headers["Authorization"]
            requests.delete(f"{response.request.url}/{oldest}", headers={"Authorization": authorization})
            del logs[oldest]
    if case.operation.path.startswith("/keys") and case.method == "POST":
        if response.status_code == 201:
            keys.append(response.json()["id"])
        elif response.status_code == 409 and keys:
            authorization = response.request.headers["Authorization"]
            base = response.request.url.split("/keys")[0]
            requests.delete(f"{base}/keys/{keys.pop(0)}", headers={"Authorization": authorization})
    if case.method == "DELETE" and response.status_code == 204:
        logs.pop(case.path_parameters.get("webhookId"), None)


def make_acceptable(webhook, about):
    """Leaves nothing in a webhook that the service refuses, though its schema allows it."""
    if "url" in webhook:
        webhook["url"] = f"https://hooks.shop.example/{quote(webhook['url'], errors='replace')}"[:2048]
    if "delivered" in webhook:
        webhook["delivered"] = 0
    if webhook.get("types"):
        of_log = [kind for kind in webhook["types"] if f"{kind.split('.')[0]}s" == about]
        webhook["types"] = of_log or ["pet.created" if about == "pets" else "order.placed"]


@schemathesis.hook
def filter_case(context, case):
    return len(urlencode(case.query or {}, doseq=True, errors="replace")) < 8000


@schemathesis.hook
def map_case(context, case):
    if not is_accepted(case):
        return case
    path = case.path_parameters or {}
    if "webhookId" in path and logs and case.meta.phase.name is not TestPhase.STATEFUL:
        path["webhookId"] = next(iter(logs))
    if case.operation.path.startswith("/webhooks") and isinstance(case.body, dict):
        make_acceptable(case.body, case.body.get("about") or logs.get(path.get("webhookId"), "pets"))
    if case.operation.path == "/keys" and isinstance(case.body, dict):
        if not str(case.body.get("name", "")).isprintable():
            case.body["name"] = "key"
        if "expiresAt" in case.body:
            case.body["expiresAt"] = "2099-06-30T12:00:00+02:00"
    if not case.query:
        return case
    if case.query.pop("cursor", None):
        cursor = cursors.get(list_of(case, case.query))
        if cursor:
            case.query["cursor"] = cursor
    if "after" in case.query and case.query["after"] != "latest":
        case.query["after"] = "0"
    if "ids" in case.query:
        ids = (int(text) for text in str(case.query["ids"]).split(","))
        in_range = [str(min(max(id, INT64_MIN), INT64_MAX)) for id in ids]
        case.query.clear()
        case.query["ids"] = ",".join(in_range)
    return case


@schemathesis.check
def error_code_is_of_its_status(ctx, response, case):
    """An Error repeats its status, and has one of the codes that the document lists for it."""
    if response.status_code < 400:
        return
    document = case.operation.schema.raw_schema
    operation = document["paths"][case.operation.path].get(case.method.lower(), {"responses": {}})
    described = operation["responses"].get(str(response.status_code))
    if described is None:
        return
    if "$ref" in described:
        described = document["components"]["responses"][described["$ref"].rsplit("/", 1)[-1]]
    error = response.json()
    assert error["status"] == response.status_code, error
    assert error["code"] in described["x-error-codes"], error


@schemathesis.hook
def before_call(context, case, kwargs):
    path = case.path_parameters or {}
    if str(path.get("keyId")).startswith("key_") and path["keyId"] not in keys:
        path["keyId"] = keys[-1] if keys else "key_0000000000000000"
    headers = case.headers or {}
    if is_accepted(case) and "Idempotency-Key" in headers:
        headers["Idempotency-Key"] = str(uuid.uuid4())
    for name in ("If-Match", "If-None-Match"):
        if is_accepted(case) and headers.get(name) == "":
            headers[name] = "*"
    if is_accepted(case) and "If-Match" in headers:
        headers.pop("If-None-Match", None)

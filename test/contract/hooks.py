"""What the document cannot say of requests that are to be accepted; others stay as they are.

A cursor is opaque: one that merely has the right form is 400, as docs/api.md says. So it is one that
an answer's Link gave for the same list and filter, or none where no answer gave one yet.

A position beyond the newest event is 400, as docs/events.md says: so it is 0, or latest.

A webhook has a URL that the service may send to, types of its log, and a place in it, as docs/webhooks.md says. So it has
such a URL, and no others; a change has no types, as its log is not known here.

ids are int64 without leading zeros, which no pattern can say, and the only parameter.

If-Match is never empty, as its pattern says; schemathesis tries that all the same. If-None-Match does not
come together with it.

Over 10,240 bytes of headers, the URL among them, a request does not reach the service: docs/errors.md names the 431.

An Idempotency-Key belongs to one request: with another body it is 400. So each request has one of its
own.
"""

import uuid
from urllib.parse import parse_qsl, urlencode, urlsplit

import schemathesis
from requests.utils import parse_header_links
from schemathesis import GenerationMode

INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1

# The last cursor of each list, by its path and filter.
cursors = {}


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


@schemathesis.hook
def filter_case(context, case):
    return len(urlencode(case.query or {}, doseq=True, errors="replace")) < 8000


def allow_webhook(path, body):
    if "url" in body:
        body["url"] = "https://hooks.shop.example/"
    if "delivered" in body:
        body["delivered"] = 0
    of_log = "order." if body.get("about") == "orders" else "pet."
    types = [each for each in body.pop("types", None) or [] if each.startswith(of_log)]
    if types and path == "/webhooks":
        body["types"] = types


@schemathesis.hook
def map_case(context, case):
    if not is_accepted(case):
        return case
    if case.operation.path.startswith("/webhooks") and isinstance(case.body, dict):
        allow_webhook(case.operation.path, case.body)
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


@schemathesis.hook
def before_call(context, case, kwargs):
    headers = case.headers or {}
    if is_accepted(case) and "Idempotency-Key" in headers:
        headers["Idempotency-Key"] = str(uuid.uuid4())
    if is_accepted(case) and headers.get("If-Match") == "":
        headers["If-Match"] = "*"
    if is_accepted(case) and "If-Match" in headers:
        headers.pop("If-None-Match", None)

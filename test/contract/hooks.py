"""What the document cannot say of requests that are to be accepted; others stay as they are.

A cursor is opaque: one that merely has the right form is 400, as docs/api.md says. So it is one that
an answer's Link gave for the same status, or none where no answer gave one yet.

An Idempotency-Key belongs to one request: with another body it is 400. So each request has one of its
own.
"""

import uuid
from urllib.parse import parse_qs, urlsplit

import schemathesis
from requests.utils import parse_header_links
from schemathesis import GenerationMode

# The last cursor of each status; of None for the list of all.
cursors = {}


def is_accepted(case):
    return case.meta and case.meta.generation.mode is GenerationMode.POSITIVE


@schemathesis.hook
def after_call(context, case, response):
    for link in parse_header_links(",".join(response.headers.get("link", []))):
        if link["rel"] == "next":
            query = parse_qs(urlsplit(link["url"]).query)
            cursors[query.get("status", [None])[0]] = query["cursor"][0]


@schemathesis.hook
def map_case(context, case):
    if is_accepted(case) and case.query and case.query.pop("cursor", None):
        cursor = cursors.get(case.query.get("status"))
        if cursor:
            case.query["cursor"] = cursor
    return case


@schemathesis.hook
def before_call(context, case, kwargs):
    if is_accepted(case) and "Idempotency-Key" in (case.headers or {}):
        case.headers["Idempotency-Key"] = str(uuid.uuid4())

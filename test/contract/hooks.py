"""A cursor is opaque: one that merely has the right form is 400, as docs/api.md says.

So a request that is to be accepted carries a cursor that an answer's Link gave for the same status,
or none where no answer gave one yet. Requests that are to be refused keep theirs.
"""

from urllib.parse import parse_qs, urlsplit

import schemathesis
from requests.utils import parse_header_links
from schemathesis import GenerationMode

# The last cursor of each status; of None for the list of all.
cursors = {}


@schemathesis.hook
def after_call(context, case, response):
    for link in parse_header_links(",".join(response.headers.get("link", []))):
        if link["rel"] == "next":
            query = parse_qs(urlsplit(link["url"]).query)
            cursors[query.get("status", [None])[0]] = query["cursor"][0]


@schemathesis.hook
def map_case(context, case):
    accepted = case.meta and case.meta.generation.mode is GenerationMode.POSITIVE
    if accepted and case.query and case.query.pop("cursor", None):
        cursor = cursors.get(case.query.get("status"))
        if cursor:
            case.query["cursor"] = cursor
    return case

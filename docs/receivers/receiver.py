import base64, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].split("whsec_")[1])


def is_signed(headers, body):
    sent = headers.get("webhook-timestamp", "")
    if not (sent.isascii() and sent.isdigit() and abs(time.time() - int(sent)) < 300):
        return False
    text = f"{headers.get('webhook-id')}.{sent}.".encode() + body
    wanted = b"v1," + base64.b64encode(hmac.digest(KEY, text, "sha256"))
    given = headers.get("webhook-signature", "").encode().split()
    return any(hmac.compare_digest(each, wanted) for each in given)


def read(file, size):
    data = file.read(size)
    if len(data) != size:
        raise ValueError("The body is cut off")
    return data


def read_body(headers, file):
    if "chunked" not in headers.get("transfer-encoding", ""):
        return read(file, int(headers.get("content-length", 0)))
    body = b""
    while size := int(file.readline().split(b";")[0], 16):
        body += read(file, size)
        file.readline()
    return body


class Receiver(BaseHTTPRequestHandler):
    timeout = 30

    def do_POST(self):
        try:
            body = read_body(self.headers, self.rfile)
        except ValueError:
            return self.send_error(400)
        signed = is_signed(self.headers, body)
        events = json.loads(body) if signed else []
        if signed:
            print(len(events), "events", flush=True)
        for event in events:
            print(event["position"], event["type"], json.dumps(event["data"]), flush=True)
        self.send_response(204 if signed else 401)
        self.end_headers()


ThreadingHTTPServer(("", int(os.environ.get("PORT", 4000))), Receiver).serve_forever()

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


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        signed = is_signed(self.headers, body)
        events = json.loads(body) if signed else []
        if signed:
            print(len(events), "events", flush=True)
        for event in events:
            print(event["position"], event["type"], json.dumps(event["data"]), flush=True)
        self.send_response(204 if signed else 401)
        self.end_headers()


ThreadingHTTPServer(("", int(os.environ.get("PORT", 4000))), Receiver).serve_forever()

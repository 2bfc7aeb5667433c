import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from(process.env.WEBHOOK_SECRET.split('whsec_')[1], 'base64');

const isSigned = (
  { 'webhook-id': id, 'webhook-timestamp': sent, 'webhook-signature': given = '' },
  body,
) => {
  const wanted = createHmac('sha256', key).update(`${id}.${sent}.`).update(body).digest();
  const signatures = given.split(' ').map((each) => Buffer.from(each.replace('v1,', ''), 'base64'));
  const isRecent = Math.abs(Date.now() / 1000 - sent) < 300;
  return isRecent && signatures.some((each) => each.length === 32 && timingSafeEqual(each, wanted));
};

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray().catch(() => []));
  if (!isSigned(request.headers, body)) return response.writeHead(401).end();
  const events = JSON.parse(body);
  console.log(events.length, 'events');
  for (const { position, type, data } of events) console.log(position, type, JSON.stringify(data));
  response.writeHead(204).end();
}).listen(process.env.PORT ?? 4000);

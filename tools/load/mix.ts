import { check } from 'k6';
import execution from 'k6/execution';
import http from 'k6/http';
import { Counter } from 'k6/metrics';
import type { Step } from './examples-plan.ts';
import type { Plan } from './k6.ts';

/**
 * A script for k6: the load of a site for adoptions. Of a hundred requests 60 list pets (first
 * pages, of a status, a hundred at once, and next pages by `Link`), 25 get a pet, 10 create one and
 * 5 send a message. Ids and links come from earlier answers. Each example of another operation is
 * added five times, with the requests that it needs before it.
 */

const { baseUrl, quickstartUrl, apiKey, rate, duration, clients, examples }: Plan = JSON.parse(
  __ENV['PLAN'] ?? '',
);
/** Those that this script mixes itself. The examples of all others are sent unchanged. */
const MIXED = ['listPets', 'getPet', 'createPet', 'createMessage'];
const EXAMPLES = examples.filter(({ operationId }) => !MIXED.includes(operationId));
const OPERATIONS = [...MIXED, ...new Set(EXAMPLES.map(({ operationId }) => operationId))];
const KEYS = apiKey.split(',');
const PETS = `${baseUrl}/pets`;

const limited = new Counter('rate_limited');

export const options = {
  scenarios: {
    load: {
      executor: 'constant-arrival-rate',
      exec: 'sendNext',
      rate,
      duration: `${duration}s`,
      preAllocatedVUs: clients,
    },
  },
  thresholds: {
    checks: ['rate==1'],
    dropped_iterations: ['count==0'],
    // Without a threshold k6 reports these but does not check them.
    ...Object.fromEntries(
      OPERATIONS.flatMap((name) => [
        [`http_reqs{name:${name}}`, []],
        [`http_req_duration{name:${name},expected_response:true}`, []],
        [`rate_limited{name:${name}}`, []],
      ]),
    ),
  },
  summaryTrendStats: ['med', 'p(90)', 'p(99)', 'max'],
  // The key is sent only to the address that it belongs to.
  maxRedirects: 0,
};

/** What a client of k6 has learnt: ids as texts, since numbers would round them, and links of next pages. */
const ids: string[] = [];
const pages: string[] = [];

/** Keeps a value among the last hundred. */
const keep = (kept: string[], value: string | undefined): void => {
  if (value !== undefined) kept.push(value);
  if (kept.length > 100) kept.shift();
};

/** Sends one request, and has k6 count its answer. */
const send = (
  name: string,
  expected: number,
  url: string,
  body?: string,
  headers: Readonly<Record<string, string>> = {},
  method = body === undefined ? 'GET' : 'POST',
) => {
  const answer = http.request(method, url, body, {
    headers: {
      Authorization: `Bearer ${KEYS[__VU % KEYS.length]}`,
      'Content-Type': 'application/json',
      ...headers,
    },
    tags: { name },
    // API Gateway answers within 29 s: a later answer never comes.
    timeout: '30s',
  });
  const text = String(answer.body);
  const isLimited = answer.status === 429;
  if (isLimited) {
    limited.add(1, { name });
  } else {
    // Without an answer the status is 0 and `error_code` is k6's own.
    const code = answer.status === 0 ? answer.error_code : /"code":"([a-z_]+)"/.exec(text)?.[1];
    const outcome = `${name}: ${answer.status} ${code ?? ''}`.trimEnd();
    check(answer, { [outcome]: ({ status }) => status === expected });
  }
  return { text, headers: answer.headers, isLimited };
};

const list = (url: string): void => {
  const { text, headers } = send('listPets', 200, url);
  keep(pages, /^<(.+)>; rel="next"$/.exec(headers['Link'] ?? '')?.[1]);
  keep(ids, /"id":(\d+)/.exec(text)?.[1]);
};

const follow = (): void => list(pages.shift() ?? PETS);

const create = (place: number): void => {
  const status = ['available', 'pending', 'sold'][place % 3];
  const categoryId = (BigInt(place) * 9_007_199_254_740_993n) % 2n ** 63n;
  const body = `{"name":"Load ${place}","categoryId":${categoryId},"status":"${status}"}`;
  const { text } = send('createPet', 201, PETS, body, { 'Idempotency-Key': crypto.randomUUID() });
  keep(ids, /"id":(\d+)/.exec(text)?.[1]);
};

const get = (place: number): void => {
  const id = ids[place % ids.length];
  if (id === undefined) create(place);
  else send('getPet', 200, `${PETS}/${id}`);
};

const message = (place: number): void => {
  send('createMessage', 202, `${quickstartUrl}/messages`, `{"message":"Load ${place}"}`);
};

/** Replaces references by values of earlier answers, with numbers as they are written. */
const fill = (text: string, answers: ReadonlyMap<string, ReturnType<typeof send>>): string =>
  text.replace(/"?\{(\w+)([.@])([\w-]+)\}"?/g, (place, as: string, kind, name: string) => {
    const answer = answers.get(as);
    const found =
      kind === '@'
        ? Object.entries(answer?.headers ?? {}).find(
            ([header]) => header.toLowerCase() === name.toLowerCase(),
          )?.[1]
        : new RegExp(`"${name}":("[^"]*"|[^,}\\]]+)`).exec(answer?.text ?? '')?.[1];
    if (found === undefined) return place;
    // The quotes of an entity tag are a part of it.
    if (kind === '@') return found;
    return place.startsWith('"') && place.endsWith('"') ? found : found.replaceAll('"', '');
  });

/** Sends an example after the requests that it needs, unless a limit refuses one of them. */
const example = (step: Step): ReturnType<typeof send> => {
  const answers = new Map(Object.entries(step.before).map(([as, before]) => [as, example(before)]));
  const refused = [...answers.values()].find(({ isLimited }) => isLimited);
  if (refused) return refused;
  const { operationId, status, api, path, body, headers, method } = step;
  const filled = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, fill(value, answers)]),
  );
  return send(
    operationId,
    status,
    `${api === 'pets' ? baseUrl : quickstartUrl}${fill(path, answers)}`,
    body === undefined ? undefined : fill(body, answers),
    // Each time it is another request.
    { ...filled, ...('Idempotency-Key' in filled && { 'Idempotency-Key': crypto.randomUUID() }) },
    method,
  );
};

const REQUESTS = [
  ...Array(15).fill(() => list(PETS)),
  ...Array(5).fill(() => list(`${PETS}?limit=100`)),
  ...Array(10).fill(() => list(`${PETS}?status=available`)),
  ...Array(30).fill(follow),
  ...Array(25).fill(get),
  ...Array(10).fill(create),
  ...Array(5).fill(message),
  ...EXAMPLES.flatMap((step) => Array(5).fill(() => example(step))),
];

/** Makes a pet that every client knows from the beginning. */
export const setup = (): string[] => {
  create(0);
  return ids;
};

/** Sends the request whose turn it is. */
export const sendNext = (known: string[]): void => {
  if (ids.length === 0) ids.push(...known);
  const place = execution.scenario.iterationInTest;
  // A prime that does not divide their number, so each kind comes as often as planned and well
  // spread.
  const stride = REQUESTS.length % 37 === 0 ? 41 : 37;
  REQUESTS[(place * stride) % REQUESTS.length](place);
};

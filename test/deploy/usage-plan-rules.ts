import {
  APIGatewayClient,
  GetApiKeysCommand,
  GetUsagePlanCommand,
  GetUsagePlanKeyCommand,
  type UsagePlan,
} from '@aws-sdk/client-api-gateway';
import { listPlans } from '../../infra/operator/usage-plans.ts';
import { type Answer, answerCalls, type Call, sendOn } from './calls.ts';

/** How API Gateway refuses a call. */
interface Refusal {
  readonly status: 400 | 404 | 409;
  readonly name: string;
}

const CONFLICT: Refusal = { status: 409, name: 'ConflictException' };
const NOT_FOUND: Refusal = { status: 404, name: 'NotFoundException' };
const BAD_REQUEST: Refusal = { status: 400, name: 'BadRequestException' };

const isRefusal = (value: object): value is Refusal => 'status' in value;

const stagesOf = ({ apiStages = [] }: UsagePlan): readonly string[] =>
  apiStages.map(({ apiId, stage }) => `${apiId}:${stage}`);

interface Patch {
  readonly op: string;
  readonly path: string;
  readonly value: string;
}

/** A patch of a plan in the one form that MiniStack takes: with numbers, and all stages at once. */
const patchAtOnce = (plan: UsagePlan, patches: readonly Patch[]): unknown[] | Refusal => {
  const stages = new Set(stagesOf(plan));
  const others: unknown[] = [];
  for (const { op, path, value } of patches) {
    if (path !== '/apiStages') others.push({ op, path, value: Number(value) });
    else if (op === 'add' && stages.has(value)) return CONFLICT;
    else if (op === 'add') stages.add(value);
    else if (!stages.delete(value)) return BAD_REQUEST;
  }
  const value = [...stages].map((each) => {
    const [apiId, stage] = each.split(':');
    return { apiId, stage };
  });
  return [...others, { op: 'replace', path: '/apiStages', value }];
};

/**
 * Opens an address of API Gateway that holds to AWS's rules of API keys and usage plans where MiniStack
 * 1.5.33 does not: no two keys have one value, a key is on one plan of a stage only, a plan that is tied
 * to a stage is not deleted, a key that is not on a plan cannot be taken from it, and stages are added
 * to a plan and removed from it one by one. Calls at the same time are not kept apart.
 */
export const openUsagePlans = (emulator: string): Promise<string> => {
  const client = new APIGatewayClient({
    endpoint: emulator,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const holds = (usagePlanId = '', keyId = '') =>
    client.send(new GetUsagePlanKeyCommand({ usagePlanId, keyId })).then(
      () => true,
      () => false,
    );
  const isTaken = async (keyValue: string): Promise<boolean> => {
    const all = new GetApiKeysCommand({ includeValues: true, limit: 500 });
    return (await client.send(all)).items?.some(({ value }) => value === keyValue) ?? false;
  };
  const isOnOneOf = async (plan: UsagePlan, keyId: string): Promise<boolean> => {
    const stages = stagesOf(plan);
    for (const other of await listPlans(client)) {
      const meets = other.id === plan.id || stagesOf(other).some((each) => stages.includes(each));
      if (meets && (await holds(other.id, keyId))) return true;
    }
    return false;
  };

  /** Why AWS would refuse a call, or the call as MiniStack is to get it. */
  const check = async (call: Call): Promise<Call | Refusal> => {
    const { method, path, body } = call;
    const [, kind, usagePlanId, keys, keyId] = path.split('?')[0]?.split('/') ?? [];
    const sent = () => JSON.parse(body.toString());
    if (kind === 'apikeys' && method === 'POST') {
      return (await isTaken(sent().value)) ? CONFLICT : call;
    }
    if (kind !== 'usageplans' || usagePlanId === undefined || method === 'GET') return call;

    const get = client.send(new GetUsagePlanCommand({ usagePlanId }));
    const plan = await get.catch(() => undefined);
    if (plan === undefined) return NOT_FOUND;
    if (keys && method === 'DELETE') return (await holds(usagePlanId, keyId)) ? call : NOT_FOUND;
    if (keys) return (await isOnOneOf(plan, sent().keyId)) ? CONFLICT : call;
    if (method === 'DELETE') return stagesOf(plan).length > 0 ? BAD_REQUEST : call;
    const patchOperations = patchAtOnce(plan, sent().patchOperations);
    if (isRefusal(patchOperations)) return patchOperations;
    return { ...call, body: Buffer.from(JSON.stringify({ patchOperations })) };
  };

  return answerCalls(async (call): Promise<Answer> => {
    const checked = await check(call);
    if (!isRefusal(checked)) return sendOn(emulator, checked);
    const { status, name } = checked;
    return { status, headers: { 'x-amzn-errortype': name }, body: '{"message":"no"}' };
  });
};

import {
  APIGatewayClient,
  GetApiKeysCommand,
  GetUsagePlanCommand,
  GetUsagePlanKeyCommand,
  type UsagePlan,
} from '@aws-sdk/client-api-gateway';
import { listPlans } from '../../infra/operator/usage-plans.ts';
import { type Answer, answerCalls, type Call, sendOn } from './calls.ts';

/** An answer as API Gateway refuses a call. */
type Refusal = readonly [status: 400 | 404 | 409, name: string];

const CONFLICT: Refusal = [409, 'ConflictException'];
const NOT_FOUND: Refusal = [404, 'NotFoundException'];
const BAD_REQUEST: Refusal = [400, 'BadRequestException'];

const stagesOf = ({ apiStages = [] }: UsagePlan): readonly string[] =>
  apiStages.map(({ apiId, stage }) => `${apiId}:${stage}`);

interface Patch {
  readonly op: string;
  readonly path: string;
  readonly value: string;
}

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
  const planOf = (usagePlanId = '') => client.send(new GetUsagePlanCommand({ usagePlanId }));
  const holds = (usagePlanId = '', keyId = '') =>
    client.send(new GetUsagePlanKeyCommand({ usagePlanId, keyId })).then(
      () => true,
      () => false,
    );

  const refusalOf = async (
    { method, path, body }: Call,
    send: (changed: unknown) => void,
  ): Promise<Refusal | undefined> => {
    const [, collection, planId, keys, keyId] = path.split('?')[0]?.split('/') ?? [];
    const sent = () => JSON.parse(body.toString());
    if (method === 'GET') return undefined;

    if (collection === 'apikeys') {
      if (method !== 'POST') return undefined;
      const { items } = await client.send(
        new GetApiKeysCommand({ includeValues: true, limit: 500 }),
      );
      return items?.some(({ value }) => value === sent().value) ? CONFLICT : undefined;
    }
    if (collection !== 'usageplans' || planId === undefined) return undefined;
    const plan = await planOf(planId).catch(() => undefined);
    if (plan === undefined) return NOT_FOUND;
    const stages = stagesOf(plan);

    if (keys && method === 'DELETE') return (await holds(planId, keyId)) ? undefined : NOT_FOUND;
    if (keys) {
      for (const other of await listPlans(client)) {
        const meets = other.id === planId || stagesOf(other).some((each) => stages.includes(each));
        if (meets && (await holds(other.id, sent().keyId))) return CONFLICT;
      }
      return undefined;
    }
    if (method === 'DELETE') return stages.length > 0 ? BAD_REQUEST : undefined;

    const patches: readonly Patch[] = sent().patchOperations;
    const ofStages = patches.filter(({ path: member }) => member === '/apiStages');
    const tied = new Set(stages);
    for (const { op, value } of ofStages) {
      if (op === 'add' && tied.has(value)) return CONFLICT;
      if (op === 'remove' && !tied.has(value)) return BAD_REQUEST;
      op === 'add' ? tied.add(value) : tied.delete(value);
    }
    const throttle = patches.filter((patch) => !ofStages.includes(patch));
    const apiStages = [...tied].map((each) => {
      const [apiId, stage] = each.split(':');
      return { apiId, stage };
    });
    send({
      patchOperations: [
        ...throttle.map((patch) => ({ ...patch, value: Number(patch.value) })),
        { op: 'replace', path: '/apiStages', value: apiStages },
      ],
    });
    return undefined;
  };

  return answerCalls(async (call): Promise<Answer> => {
    let { body } = call;
    const refusal = await refusalOf(call, (changed) => {
      body = Buffer.from(JSON.stringify(changed));
    });
    if (refusal === undefined) return sendOn(emulator, { ...call, body });
    const [status, name] = refusal;
    return { status, headers: { 'x-amzn-errortype': name }, body: '{"message":"no"}' };
  });
};

import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import { examplesOf, type NamedExample } from '../../../infra/docs/openapi/example-request.ts';
import type { Contract } from '../../../lib/http/contract.ts';
import type { TableName } from '../../../lib/storage/tables.ts';
import { type ExampleRequest, prepareExample, statusOf } from '../../support/examples.ts';
import { overHttp } from '../../support/over-http.ts';
import { type OpenProbe, retryUnavailable, type Sent } from './probe.ts';

/** An example that waits to be sent. */
interface Ready {
  readonly named: NamedExample;
  readonly request: ExampleRequest;
  /** Sends requests of the account that it belongs to. */
  readonly sendOnce: ReturnType<typeof overHttp>;
}

/**
 * Sends the examples of an operation that reach a table, in turn. Their data is stored before
 * faults begin. Afterwards each is sent once more. A request with an idempotency key must get its
 * first answer again. Any other must be answered too, if only with the reason why it cannot be done
 * twice.
 */
export const sendingExamples =
  (contract: Contract, table: TableName): OpenProbe =>
  async ({ engine, faulty, baseUrls, issueKey }) => {
    /** Each in an account of its own, which can have only so many webhooks. */
    const makeReadyFrom = async (named: NamedExample): Promise<Ready> => {
      const accountId = `acct_${randomBytes(8).toString('hex')}`;
      const sendOnce = overHttp(baseUrls, await issueKey(accountId));
      const request = await prepareExample(named, (before) =>
        retryUnavailable(() => sendOnce(before)),
      );
      return { named, request, sendOnce };
    };
    const send = ({ request, sendOnce }: Ready) => retryUnavailable(() => sendOnce(request));

    const reachesTable = async (named: NamedExample): Promise<boolean> => {
      const prepared = await makeReadyFrom(named);
      let reached = false;
      faulty.choose(({ touches }) => {
        reached ||= touches.some((touch) => touch.table === engine.tables[table]);
        return 'none';
      });
      await send(prepared);
      return reached;
    };
    const reaching: NamedExample[] = [];
    for (const named of examplesOf(contract)) if (await reachesTable(named)) reaching.push(named);
    if (reaching.length === 0) {
      throw new Error(
        `No example of ${contract.operationId} reaches the table ${table}: add one to its contract, or take the table out of "access".`,
      );
    }

    const ready: Ready[] = [];
    let count = 0;
    const makeReady = async (): Promise<Ready> => {
      const named = reaching[count % reaching.length];
      if (named === undefined) throw new Error('There is no example');
      count += 1;
      return makeReadyFrom(named);
    };
    const sentAs = new Map<string, Ready>();

    const isSuccess = ({ mark, answer }: Sent): boolean => {
      const named = sentAs.get(mark)?.named;
      return named !== undefined && answer.status === statusOf(named);
    };
    const sendAgain = async (first: Sent): Promise<void> => {
      const sent = sentAs.get(first.mark);
      if (sent === undefined) throw new Error('It was never sent');
      const again = await send(sent);
      if (contract.request.idempotencyKey || contract.method === 'GET') {
        expect(again.status).toBe(statusOf(sent.named));
      } else {
        expect(again.status).toBeLessThan(500);
      }
      if (contract.request.idempotencyKey && isSuccess(first)) {
        expect(again.body).toEqual(first.answer.body);
      }
    };

    return {
      prepare: async (requests) => {
        while (ready.length < requests) ready.push(await makeReady());
      },
      send: async () => {
        const next = ready.shift() ?? (await makeReady());
        const mark = String(sentAs.size);
        sentAs.set(mark, next);
        return { mark, answer: await next.sendOnce(next.request) };
      },
      succeeded: isSuccess,
      verify: async (sent) => {
        for (const { answer } of sent.filter(isSuccess)) {
          const { body } = contract.success;
          if (body === undefined) expect(answer.body).toBeUndefined();
          else expect(body.safeParse(answer.body)).toMatchObject({ success: true });
        }
        for (const each of sent) await sendAgain(each);
        return contract.method === 'GET' ? 0 : sent.length;
      },
    };
  };

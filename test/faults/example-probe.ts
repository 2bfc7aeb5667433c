import { expect } from '@jest/globals';
import { examplesOf, type NamedExample } from '../../infra/docs/openapi/example-request.ts';
import type { Contract } from '../../lib/http/contract.ts';
import type { TableName } from '../../lib/tables.ts';
import { type ExampleRequest, prepareExample, statusOf } from '../support/examples.ts';
import { overHttp } from '../support/over-http.ts';
import { type OpenProbe, retryUnavailable, type Sent } from './probe.ts';

/** An example that waits to be sent. */
interface Ready {
  readonly named: NamedExample;
  readonly request: ExampleRequest;
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
    const sendOnce = overHttp(baseUrls, await issueKey());
    const send = (request: ExampleRequest) => retryUnavailable(() => sendOnce(request));

    const reachesTable = async (named: NamedExample): Promise<boolean> => {
      const request = await prepareExample(named, send);
      let reached = false;
      faulty.choose(({ touches }) => {
        reached ||= touches.some((touch) => touch.table === engine.tables[table]);
        return 'none';
      });
      await send(request);
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
      return { named, request: await prepareExample(named, send) };
    };
    const sentAs = new Map<string, Ready>();

    const isSuccess = ({ mark, answer }: Sent): boolean => {
      const named = sentAs.get(mark)?.named;
      return named !== undefined && answer.status === statusOf(named);
    };
    const sendAgain = async (first: Sent): Promise<void> => {
      const sent = sentAs.get(first.mark);
      if (sent === undefined) throw new Error('It was never sent');
      const again = await send(sent.request);
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
        return { mark, answer: await sendOnce(next.request) };
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

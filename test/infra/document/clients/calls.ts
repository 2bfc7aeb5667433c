import { listPets } from '../../../../functions/index.ts';
import { operations } from '../../../../functions/operations.ts';
import { examplesOf } from '../../../../infra/openapi/document/example-request.ts';
import { partsOf } from '../../../../infra/openapi/generate/operation-parts.ts';
import type { ApiName, Contract } from '../../../../lib/http/contract.ts';
import {
  type ExampleRequest,
  prepareExample,
  type SendExample,
} from '../../../support/examples.ts';

/** A call of an operation, as every generated client makes it. */
export interface Call {
  readonly contract: Contract;
  /** Where it goes: to the API of its operation, or to a stub of it. */
  readonly client: ApiName | 'stub';
  /** The path parameter, with its value as a literal. */
  readonly id: readonly [name: string, literal: string] | undefined;
  /** The names of parameters that may be left out, in order. */
  readonly optional: readonly string[];
  readonly hasQuery: boolean;
  /** The only parameter of a query that is given. */
  readonly ids: readonly string[] | undefined;
  /** The body, with the name of its schema. */
  readonly body: { readonly schema: string; readonly json: string } | undefined;
}

const toCall = (
  { contract, path, query, body: json }: Omit<ExampleRequest, 'headers' | 'status'>,
  client: Call['client'] = contract.api,
): Call => {
  const parts = partsOf(contract);
  const [id] = Object.entries(path);
  return {
    contract,
    client,
    id: id && [id[0], /^\d+$/.test(id[1]) ? id[1] : JSON.stringify(id[1])],
    optional: [
      ...parts.query.map(({ name }) => name),
      ...parts.headers,
      ...(contract.request.idempotencyKey ? ['Idempotency-Key'] : []),
    ],
    hasQuery: parts.query.length > 0,
    ids: query['ids']?.split(','),
    body:
      json === undefined
        ? undefined
        : { schema: String(parts.body?.['$ref']).split('/').at(-1) ?? '', json },
  };
};

/**
 * An example of each operation: with ids, or else the last one, as clients in Java send a list that is left out as an empty
 * one. Operations that need another parameter of a query have none.
 */
const EXAMPLES = operations
  .filter((contract) => !partsOf(contract).query.some(({ required }) => required))
  .flatMap((contract) => {
    const examples = examplesOf(contract);
    return examples.find(({ example }) => example.request?.query?.['ids']) ?? examples.at(-1) ?? [];
  });

/** Sends what comes before these examples. @returns their calls, which may be made in any order */
export const prepareCalls = async (send: SendExample): Promise<readonly Call[]> => {
  const calls: Call[] = [];
  for (const example of EXAMPLES) calls.push(toCall(await prepareExample(example, send)));
  return calls;
};

/** Asks the stub for a pet. */
export const callOfStub = (id: string): Call =>
  toCall({ contract: listPets, path: {}, query: { ids: id }, body: undefined }, 'stub');

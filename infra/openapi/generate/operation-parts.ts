import type { Contract } from '../../../lib/http/contract.ts';
import { definitionsOf, type Member, parametersOf, schemaOf } from '../document/schemas.ts';

export type OperationParts = ReturnType<typeof partsOf>;

/**
 * What the client takes and gives for an operation.
 * @throws Error for a contract of a form that the client does not know
 */
export const partsOf = (contract: Contract) => {
  const { operationId, request, success } = contract;
  const answer = success.body && schemaOf(success.body, 'output');
  requireExactNumbers(operationId, [answer, definitionsOf([success.body], 'output')]);
  const headers = parametersOf(request.headers).map(({ name }) => name);
  const unknown = headers.find((name) => name !== 'If-Match' && name !== 'If-None-Match');
  if (unknown !== undefined) {
    throw new Error(
      `${operationId} takes ${unknown}, which packages/client/src/send.ts cannot send`,
    );
  }
  const query = parametersOf(request.query);
  return {
    contract,
    path: parametersOf(request.path),
    query,
    headers,
    body: request.body && schemaOf(request.body, 'input'),
    answer,
    list: success.headers?.includes('Link') ? listOf(operationId, query) : undefined,
  };
};

/** How a list goes on: by a cursor until its last page, or as a log without an end. */
const listOf = (operationId: string, query: readonly Member[]): 'log' | 'pages' => {
  const names = query.map(({ name }) => name);
  if (names.includes('after')) return 'log';
  if (names.includes('cursor') && operationId.startsWith('list')) return 'pages';
  throw new Error(`${operationId} has a Link: call it list…, and give its query a cursor`);
};

/** The client reads each whole number of an answer as a bigint. */
const requireExactNumbers = (operationId: string, answered: unknown): void => {
  JSON.stringify(answered, (_name, value) => {
    if (value?.type === 'number' || (value?.type === 'integer' && value.format !== 'int64')) {
      throw new Error(
        `${operationId} answers a number that is not an int64: the client reads a bigint`,
      );
    }
    return value;
  });
};

import { operations } from '../../functions/operations.ts';
import {
  examplesBefore,
  examplesOf,
  type NamedExample,
} from '../../infra/openapi/document/example-request.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { type ExampleRequest, requestOf, targetOf } from '../../test/support/examples.ts';

/** A request of an example. Its texts may name earlier answers: `{pet.id}`. */
export interface Step
  extends Pick<Contract, 'api' | 'method' | 'operationId'>,
    Pick<ExampleRequest, 'body' | 'headers' | 'status'> {
  /** Below the base address, with its query. */
  readonly path: string;
  /** The steps that must be sent before it, by the names of their answers. */
  readonly before: Readonly<Record<string, Step>>;
}

const stepOf = (named: NamedExample): Step => {
  const { api, method, operationId } = named.contract;
  const request = requestOf(named, (value) => value);
  const { body, headers, status } = request;
  return {
    ...{ api, method, operationId, body, headers, status },
    // As they are: k6 fills them in.
    path: decodeURIComponent(targetOf(request)),
    before: Object.fromEntries(examplesBefore(named).map(([as, before]) => [as, stepOf(before)])),
  };
};

/** The examples of all operations but those on webhooks and keys: an account can have only so many of them. */
export const examplesPlan = (): readonly Step[] =>
  operations
    .filter(({ tag }) => tag !== 'Webhooks' && tag !== 'Account')
    .flatMap(examplesOf)
    .map(stepOf);

import { operations } from '../../functions/operations.ts';
import {
  examplesBefore,
  examplesOf,
  type NamedExample,
} from '../../infra/openapi/document/example-request.ts';
import { JSON_ONLY } from '../../lib/http/contract.ts';
import { writeJson } from '../../lib/values/json.ts';

/** A request of an example. Its texts may name earlier answers: `{pet.id}`. */
export interface Step {
  readonly operationId: string;
  readonly api: string;
  readonly method: string;
  /** Below the base address, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly status: number;
  readonly idempotent: boolean;
  /** The steps that must be sent before it, by the names of their answers. */
  readonly before: Readonly<Record<string, Step>>;
}

const stepOf = (named: NamedExample): Step => {
  const { contract, example } = named;
  const { path = {}, query = {}, headers = {}, body } = example.request ?? {};
  const filled = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '');
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return {
    operationId: contract.operationId,
    api: contract.api,
    method: contract.method,
    path: pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`,
    headers: {
      ...(body !== undefined && {
        'Content-Type': (contract.request.contentTypes ?? JSON_ONLY)[0],
      }),
      ...headers,
    },
    body: body === undefined ? undefined : writeJson(body),
    status: example.status ?? contract.success.status,
    idempotent: contract.request.idempotencyKey ?? false,
    before: Object.fromEntries(
      [...examplesBefore(named)].map(([as, before]) => [as, stepOf(before)]),
    ),
  };
};

/** The examples of all operations but those on webhooks and keys, as JSON for k6, which cannot read contracts. */
export const examplesPlan = (): string =>
  JSON.stringify(
    operations
      // An account can have only so many of them.
      .filter(({ tag }) => tag !== 'Webhooks' && tag !== 'Account')
      .flatMap(examplesOf)
      .map(stepOf),
  );

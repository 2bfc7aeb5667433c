import { type ApiName, type Contract, TAGS } from '../../../lib/http/contract.ts';
import { ADDRESSES } from '../../stacks/addresses.ts';
import { deliveryObject } from './delivery-object.ts';
import { HEADER_COMPONENTS } from './headers.ts';
import type { Components, JsonObject } from './json.ts';
import { withOneSchemaEach } from './one-schema.ts';
import { operationObject } from './operation-object.ts';
import { ErrorSchema, SHARED_RESPONSES } from './responses.ts';
import { definitionsOf } from './schemas.ts';

/** A base address of an API, and what it is for. */
export type Server = {
  readonly url: string;
  readonly description: string;
  /** Whether only people who work on the service use it. */
  readonly 'x-internal': boolean;
};

const { production, staging } = ADDRESSES.stages;

const serversOf = (api: ApiName): readonly Server[] => [
  { url: production.apis[api].url, description: 'Production', 'x-internal': false },
  { url: staging.apis[api].url, description: 'Staging', 'x-internal': false },
];

/** The published base addresses of each API. */
export const SERVERS: Readonly<Record<ApiName, readonly Server[]>> = {
  pets: serversOf('pets'),
  quickstart: serversOf('quickstart'),
};

/** The schemas with an id that operations and errors refer to, by their ids. */
export const componentsOf = (operations: readonly Contract[]): Components => {
  const requests = operations.map(({ request }) => request);
  const sent = requests.flatMap(({ path, query, headers, body }) => [path, query, headers, body]);
  const received = [ErrorSchema, ...operations.map(({ success }) => success.body)];
  const found = { ...definitionsOf(sent, 'input'), ...definitionsOf(received, 'output') };
  return Object.fromEntries(Object.entries(found).sort());
};

/**
 * Makes the OpenAPI 3.1 document of the service from the contracts of its operations. Operations of
 * the API `pets` are served at the document's own servers, those of others at their own servers.
 */
export const openApiDocument = (
  operations: readonly Contract[],
  servers: Readonly<Record<ApiName, readonly Server[]>>,
) => {
  const paths = new Map<string, JsonObject>();
  for (const contract of operations) {
    const { operationId, method, path, api } = contract;
    const own = {
      ...operationObject(contract),
      ...(api !== 'pets' && { servers: servers[api] }),
      // Not among `webhooks`: generators take those for operations of the service.
      ...(operationId === 'createWebhook' && {
        callbacks: { events: { '{$request.body#/url}': { post: deliveryObject() } } },
      }),
    };
    paths.set(path, { ...paths.get(path), [method.toLowerCase()]: own });
  }
  const { contact, documentation } = ADDRESSES;
  return {
    openapi: '3.1.1',
    info: {
      title: 'Pet Store',
      version: '1.0.0',
      summary: 'Browse and manage animals that are up for adoption.',
      description: DESCRIPTION,
      contact: { name: contact.name, url: documentation, email: contact.email },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: servers.pets,
    security: [{ apiKey: [] }],
    tags: Object.entries(TAGS)
      .filter(([name]) => operations.some(({ tag }) => tag === name))
      .map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries([...paths].sort()),
    components: {
      responses: SHARED_RESPONSES,
      schemas: withOneSchemaEach(componentsOf(operations)),
      headers: HEADER_COMPONENTS,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'pet_live_… or pet_test_…',
          description:
            'An API key of the stage, from its operators. A read-only key may list and get. It is a secret of servers: there is no CORS.',
        },
      },
    },
  };
};

const DESCRIPTION = `Every request needs \`Authorization: Bearer <API key>\`. Every answer that is not a success is an \`Error\`, no matter what made it.

\`int64\` numbers use the whole signed 64-bit range, in which many JSON parsers round: use one that keeps them. \`7.0\` counts as 7; \`1.5\` and \`"7"\` are refused.`;

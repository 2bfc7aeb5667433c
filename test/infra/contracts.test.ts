import { describe, expect, test } from '@jest/globals';
import { AUTHORIZER_ACCESS } from '../../functions/authorizer/access.ts';
import { DELIVER_WEBHOOK_ACCESS } from '../../functions/deliver-webhook/access.ts';
import { operations } from '../../functions/operations.ts';
import { RECORD_EVENTS_ACCESS } from '../../functions/record-events/access.ts';
import { WAKE_WEBHOOKS_ACCESS } from '../../functions/wake-webhooks/access.ts';
import { isExample } from '../../infra/stacks/example-addresses.ts';
import {
  operationEnvironment,
  unmatchedEnvironment,
} from '../../infra/stacks/function-environment.ts';
import { gatewayError, ownGatewayErrorTypes } from '../../infra/stacks/gateway-errors.ts';
import { constructId } from '../../infra/stacks/names.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { RECORD_EVENTS_SOURCES, WAKE_WEBHOOKS_SOURCES } from '../../infra/stacks/stream-sources.ts';
import { APIS, type ApiName, JSON_ONLY } from '../../lib/http/contract.ts';
import {
  type TableAccess,
  tableDefinition,
  tableEnv,
  tableNames,
} from '../../lib/storage/tables.ts';
import { readTemplate } from '../support/assembly.ts';

/** Properties of a resource. After `resolve`, those that this file reads by name are texts. */
type Properties = Readonly<Record<string, string>>;

interface Resource<Own = object> {
  readonly Type: string;
  readonly Properties: Properties & Own;
}

/** Replaces references by what they name: `{"Ref": "Pets"}` is `Pets`, an attribute is `Pets.Arn`. */
const resolve = (_key: string, value: unknown): unknown => {
  const entries = Object.entries(Object(value));
  const [name, of] = entries[0] ?? [];
  if (Array.isArray(value) || entries.length !== 1) return value;
  if (name === 'Ref') return of;
  const parts = of as string[];
  if (name === 'Fn::GetAtt') return parts.join('.');
  if (name === 'Fn::Join') return [parts[1]].flat().join(parts[0]);
  if (name === 'Fn::Split') return parts[1];
  return name === 'Fn::Select' ? parts[1] : value;
};

/** The resources of a stack, with their references resolved. */
const readResources = (stackName: string) => {
  const text = JSON.stringify(readTemplate(stackName)['Resources']);
  const all = new Map(Object.entries(JSON.parse(text, resolve) as Record<string, Resource>));
  const ofType = <Own = object>(type: string): [string, Properties & Own][] =>
    [...all]
      .filter(([, { Type }]) => Type === type)
      .map(([id, each]) => [id, (each as Resource<Own>).Properties]);
  const properties = (id = ''): Properties => all.get(id)?.Properties ?? {};
  return { ofType, properties };
};

/** A logical id without its hash. */
const nameOf = (id = ''): string => id.replace(/[0-9A-F]{8}$/, '');

/** What the local server takes from contracts and from `infra/stacks`, as the template states it. */
describe.each(Object.values(STAGES))('the template of $stackName', (config) => {
  const { ofType, properties } = readResources(config.stackName);

  /** The function whose live alias a text names: `getPet`. Its version in service is its own. */
  const functionAt = (text = ''): string => {
    const [, alias, name] = /((\w+)FunctionAliaslive[0-9A-F]{8})/.exec(text) ?? [];
    const { Name, FunctionName, FunctionVersion } = properties(alias);
    expect([Name, nameOf(FunctionName)]).toEqual(['live', `${name}Function`]);
    const [version] = FunctionVersion?.split('.') ?? [];
    expect(properties(version)['FunctionName']).toBe(FunctionName);
    return `${name}`;
  };
  const apiOf = (id?: string) => APIS.find((api) => `${constructId(api)}Api` === nameOf(id));
  const pathOf = (id?: string): string => {
    const { ParentId, PathPart } = properties(id);
    return PathPart === undefined ? '' : `${pathOf(ParentId)}/${PathPart}`;
  };

  test('has the method and path of each contract at its function, and any other at unmatched', () => {
    const methods = ofType<{ Integration: Properties }>('AWS::ApiGateway::Method').map(
      ([, { RestApiId, HttpMethod, ResourceId, Integration }]) => [
        apiOf(RestApiId),
        HttpMethod,
        pathOf(ResourceId) || '/',
        functionAt(Integration['Uri']),
      ],
    );
    const expected = APIS.flatMap((api) => {
      const contracts = operations.filter((each) => each.api === api);
      // A path with others below it, such as /store, is a route as well.
      const parents = contracts.flatMap(({ path }) =>
        path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/') || '/'),
      );
      return [
        ...contracts.map(({ method, path, operationId }) => [api, method, path, operationId]),
        ...[...new Set([...parents, '/{proxy+}'])].map((path) => [api, 'ANY', path, 'unmatched']),
      ];
    });
    expect(methods.sort()).toEqual(expected.sort());
  });

  test('asks the authorizer of the API before each method, and counts by its answer', () => {
    const authorizers = ofType('AWS::ApiGateway::Authorizer');
    expect(
      authorizers.map(([, { AuthorizerUri, RestApiId, Name, ...settings }]) => [
        apiOf(RestApiId),
        functionAt(AuthorizerUri),
        settings,
      ]),
    ).toEqual(
      APIS.map((api) => [
        api,
        'authorizer',
        {
          Type: 'TOKEN',
          IdentitySource: 'method.request.header.Authorization',
          IdentityValidationExpression: `^[Bb][Ee][Aa][Rr][Ee][Rr] +${config.keyPrefix}[0-9A-Za-z]{36}$`,
          AuthorizerResultTtlInSeconds: 60,
        },
      ]),
    );
    for (const [id, { ApiKeyRequired, AuthorizationType, AuthorizerId, RestApiId }] of ofType(
      'AWS::ApiGateway::Method',
    )) {
      const authorizer = authorizers.find(([, each]) => each['RestApiId'] === RestApiId)?.[0];
      expect([id, ApiKeyRequired, AuthorizationType, AuthorizerId]).toEqual([
        id,
        true,
        'CUSTOM',
        authorizer,
      ]);
    }
  });

  test('passes bodies of the contracts’ content types on as bytes', () => {
    const apis = ofType<{ BinaryMediaTypes: string[] }>('AWS::ApiGateway::RestApi').map(
      ([id, { ApiKeySourceType, BinaryMediaTypes }]) => [
        apiOf(id),
        ApiKeySourceType,
        [...BinaryMediaTypes].sort(),
      ],
    );
    const typesOf = (api: string) =>
      operations
        .filter((each) => each.api === api)
        .flatMap(({ request }) => request.contentTypes ?? JSON_ONLY);
    expect(apis).toEqual(APIS.map((api) => [api, 'AUTHORIZER', [...new Set(typesOf(api))].sort()]));
  });

  test('answers by itself what the local server answers, with no variable that a request could fill', () => {
    const responses = ofType('AWS::ApiGateway::GatewayResponse').map(
      ([, { RestApiId, ResponseType, ...response }]) => [apiOf(RestApiId), ResponseType, response],
    );
    const expected = APIS.flatMap((api) =>
      ownGatewayErrorTypes().map((type) => {
        const { status, headers, body } = gatewayError(type);
        const parameters = Object.entries(headers).map(([name, value]) => [
          `gatewayresponse.header.${name}`,
          `'${value}'`,
        ]);
        const response = {
          StatusCode: String(status),
          ResponseParameters: {
            ...Object.fromEntries(parameters),
            // API Gateway's own, which no request can choose.
            'gatewayresponse.header.X-Request-Id': 'context.requestId',
          },
          ResponseTemplates: { 'application/json': JSON.stringify(body) },
        };
        return [api, type, response];
      }),
    );
    expect(responses.sort()).toEqual(expected.sort());
    for (const [, , response] of responses) expect(JSON.stringify(response)).not.toContain('$');
  });

  test('invokes functions with the changes of tables that are theirs, since the streams began', () => {
    interface Mapping {
      readonly DestinationConfig: { readonly OnFailure: Properties };
    }
    const mappings = ofType<Mapping>('AWS::Lambda::EventSourceMapping').map(
      ([, { EventSourceArn = '', FunctionName, DestinationConfig, ...settings }]) => {
        const [table, attribute] = EventSourceArn.split('.');
        const [queue] = DestinationConfig.OnFailure['Destination']?.split('.') ?? [];
        expect(attribute).toBe('StreamArn');
        return [nameOf(table), functionAt(FunctionName), nameOf(queue), settings];
      },
    );
    const expected = [
      // Before the stream forgets it, after 24 hours. Until then it is tried again and again.
      ['recordEvents', 'StreamsGivenUp', RECORD_EVENTS_SOURCES, 23 * 60 * 60],
      ['wakeWebhooks', 'WebhooksStreamsGivenUp', WAKE_WEBHOOKS_SOURCES, 60 * 60],
    ] as const;
    expect(mappings.sort()).toEqual(
      expected
        .flatMap(([name, queue, { tables, batchSize }, MaximumRecordAgeInSeconds]) =>
          Object.entries(tables).map(([table, filter]) => [
            `Tables${constructId(table)}`,
            name,
            queue,
            {
              StartingPosition: 'TRIM_HORIZON',
              BatchSize: batchSize,
              BisectBatchOnFunctionError: true,
              Enabled: true,
              MaximumRecordAgeInSeconds,
              ...(filter && {
                FilterCriteria: { Filters: [{ Pattern: JSON.stringify(filter) }] },
              }),
            },
          ]),
        )
        .sort(),
    );
  });

  test('has each minute a sweep, and a probe if the stage has one, never again for the same one', () => {
    const once = { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 };
    const rules = ofType<{ Targets: Properties[] }>('AWS::Events::Rule').map(
      ([, { Targets, ...rule }]) => [
        Targets.map(({ Arn, RetryPolicy }) => [functionAt(Arn), RetryPolicy]),
        rule,
      ],
    );
    const rule = { ScheduleExpression: 'rate(1 minute)', State: 'ENABLED' };
    const invoked = [...(config.probe ? ['probe'] : []), 'wakeWebhooks'];
    expect(rules.sort()).toEqual(invoked.map((name) => [[[name, once]], rule]));
    const asynchronous = ofType('AWS::Lambda::EventInvokeConfig').map(
      ([, { FunctionName, Qualifier, ...settings }]) => [functionAt(Qualifier), settings],
    );
    expect(asynchronous.sort()).toEqual(['deliverWebhook', ...invoked].map((name) => [name, once]));
  });

  test('gives functions the names of their tables, and their variables, and no others', () => {
    const tables = (names: readonly string[]) =>
      Object.fromEntries(
        tableNames()
          .filter((name) => names.includes(name))
          .map((name) => [tableEnv(name), `Tables${constructId(name)}`]),
      );
    const accessed = (access: readonly TableAccess[]) => tables(access.map(({ table }) => table));
    const { keyPrefix: API_KEY_PREFIX, apis } = config;
    // API Gateway's own address, as long as nobody can own the one of the stage.
    const address = (api: ApiName) =>
      isExample(apis[api].url)
        ? `https://${constructId(api)}Api\\w+\\.execute-api\\.[^"]+`
        : apis[api].url;
    const probes = new RegExp(
      `"POST","url":"${address('quickstart')}/messages".*"GET","url":"${address('pets')}/pets"`,
    );
    const environments = Object.fromEntries(
      ofType<{ Environment?: { Variables: Properties } }>('AWS::Lambda::Function').map(
        ([id, { Environment }]) => [
          nameOf(id).replace(/Function$/, ''),
          Object.fromEntries(
            Object.entries(Environment?.Variables ?? {}).map(([name, value]) => [
              name,
              value.startsWith('Tables')
                ? nameOf(value)
                : value.replace(/[0-9A-F]{8}(?=:live$)/, ''),
            ]),
          ),
        ],
      ),
    );
    expect(environments).toEqual({
      ...Object.fromEntries(
        operations.map((contract) => [
          contract.operationId,
          { ...accessed(contract.access), ...operationEnvironment(contract, config) },
        ]),
      ),
      unmatched: unmatchedEnvironment(),
      authorizer: { ...accessed(AUTHORIZER_ACCESS), API_KEY_PREFIX },
      recordEvents: {
        ...accessed(RECORD_EVENTS_ACCESS),
        // Records name the table that they come from.
        ...tables(Object.keys(RECORD_EVENTS_SOURCES.tables)),
      },
      wakeWebhooks: {
        ...accessed(WAKE_WEBHOOKS_ACCESS),
        DELIVER_WEBHOOK: 'deliverWebhookFunction:live',
      },
      deliverWebhook: accessed(DELIVER_WEBHOOK_ACCESS),
      checkRelease: { API_KEY_PREFIX },
      ...(config.probe && { probe: { API_KEY_PREFIX, PROBES: expect.stringMatching(probes) } }),
    });
  });

  test('has the tables of lib/storage/tables.ts with their keys, indexes and streams', () => {
    interface Key {
      readonly KeySchema: Properties[];
    }
    interface Table extends Key {
      readonly AttributeDefinitions: Properties[];
      readonly GlobalSecondaryIndexes?: (Key & { IndexName: string; Projection: Properties })[];
      readonly StreamSpecification?: Properties;
      readonly TimeToLiveSpecification?: Properties;
    }
    const tables = ofType<Table>('AWS::DynamoDB::GlobalTable').map(([id, table]) => {
      const types = new Map(
        table.AttributeDefinitions.map((each) => [each['AttributeName'], each['AttributeType']]),
      );
      const keyOf = ({ KeySchema }: Key) =>
        KeySchema.map(({ KeyType, AttributeName }) => [
          KeyType,
          AttributeName,
          types.get(AttributeName),
        ]);
      return [
        nameOf(id),
        keyOf(table),
        Object.fromEntries(
          (table.GlobalSecondaryIndexes ?? []).map((index) => [
            index.IndexName,
            [index.Projection['ProjectionType'], ...keyOf(index)],
          ]),
        ),
        table.StreamSpecification?.['StreamViewType'],
        table.TimeToLiveSpecification?.['AttributeName'],
      ];
    });
    const stated = (key: object) =>
      Object.entries(key).map(([name, type], index) => [index ? 'RANGE' : 'HASH', name, type]);
    expect(tables).toEqual(
      tableNames().map((name) => {
        const { key, indexes = {}, projection = 'ALL', stream, timeToLive } = tableDefinition(name);
        const of = Object.entries(indexes).map(([index, each]) => [
          index,
          [projection, ...stated(each)],
        ]);
        return [
          `Tables${constructId(name)}`,
          stated(key),
          Object.fromEntries(of),
          stream,
          timeToLive,
        ];
      }),
    );
  });
});

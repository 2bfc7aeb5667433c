import {
  GetAccountCommand,
  GetAuthorizersCommand,
  GetRestApiCommand,
  GetStageCommand,
  GetUsagePlanCommand,
  paginateGetApiKeys,
} from '@aws-sdk/client-api-gateway';
import { operations } from '../../../functions/operations.ts';
import { AUTHORIZER_CACHE_SECONDS, bearerPattern } from '../../../lib/accounts/api-key.ts';
import type { Limit } from '../../../lib/accounts/limit.ts';
import { STAGE_NAME } from '../../stacks/constructs/deployed-names.ts';
import { restApiName, USAGE_PLAN_OUTPUT } from '../../stacks/output-names.ts';
import type { StageConfig } from '../../stacks/stages.ts';
import { alike, look } from './alike.ts';
import type { Deployment, Setting } from './deployment.ts';

const GUIDE = 'API Gateway Developer Guide';
const THROTTLE = `${GUIDE}, "Throttle requests to your REST APIs for better throughput"`;

/** Most API keys of an AWS account in a region, and the number from which to plan for more: each account takes one. */
const API_KEYS = 10_000;
const API_KEYS_NEAR = 9_000;

const REST_API = 'AWS::ApiGateway::RestApi';

const limitText = ({ rate, burst }: Partial<Limit>): string =>
  `${rate ?? 'any'} a second, ${burst ?? 'any'} at once`;

const stageOf = ({ apiGateway }: Deployment, restApiId: string) =>
  apiGateway.send(new GetStageCommand({ restApiId, stageName: STAGE_NAME }));

/** What each method setting of an API's stage lets through to each method, by its path and method. */
const throttlesOf = async (deployment: Deployment, restApiId: string) => {
  const { methodSettings = {} } = await stageOf(deployment, restApiId);
  return new Map(
    Object.entries(methodSettings).map(([key, setting]) => [
      key.replaceAll('~1', '/').replace(/^\/(?=\/)/, ''),
      limitText({
        ...(setting.throttlingRateLimit && { rate: setting.throttlingRateLimit }),
        ...(setting.throttlingBurstLimit && { burst: setting.throttlingBurstLimit }),
      }),
    ]),
  );
};

const writes = operations.filter(({ method }) => method !== 'GET');

/** What API Gateway holds of a stage. */
export const gatewaySettings = (config: StageConfig): readonly Setting[] => {
  const { throttle } = config;
  return [
    {
      name: 'What each method takes from all clients together, unless it writes',
      source: THROTTLE,
      expected: limitText(throttle.all),
      see: (deployment) =>
        look(deployment.idsOf(REST_API), async (id) => {
          return (await throttlesOf(deployment, id)).get('*/*') ?? 'no limit';
        }),
    },
    {
      name: 'What each operation that writes takes from all clients together',
      source: THROTTLE,
      expected: limitText(throttle.writes),
      see: async (deployment) => {
        const throttles = new Map<string, string>();
        for (const id of deployment.idsOf(REST_API)) {
          for (const [key, limit] of await throttlesOf(deployment, id)) throttles.set(key, limit);
        }
        return alike(
          writes.map(({ operationId, path, method }) => [
            operationId,
            throttles.get(`${path}/${method}`) ?? 'no limit of its own',
          ]),
        );
      },
    },
    {
      name: 'What each account may send to all APIs together',
      source: `${GUIDE}, "Usage plans and API keys for REST APIs in API Gateway"`,
      expected: `${limitText(throttle.account)}, for 2 APIs`,
      see: async ({ apiGateway, output }) => {
        const usagePlanId = output(USAGE_PLAN_OUTPUT);
        const plan = await apiGateway.send(new GetUsagePlanCommand({ usagePlanId }));
        const { rateLimit: rate, burstLimit: burst } = plan.throttle ?? {};
        const limit = limitText({ ...(rate && { rate }), ...(burst && { burst }) });
        return `${limit}, for ${plan.apiStages?.length ?? 0} APIs`;
      },
    },
    {
      name: 'Requests are counted by what the authorizer names',
      source: `${GUIDE}, "Choose an API key source in API Gateway"`,
      expected: 'AUTHORIZER',
      see: (deployment) =>
        look(deployment.idsOf(REST_API), async (restApiId) => {
          const api = await deployment.apiGateway.send(new GetRestApiCommand({ restApiId }));
          return api.apiKeySource ?? 'HEADER';
        }),
    },
    {
      name: 'How long the authorizer’s answer is kept, and which tokens it is asked about',
      source: `${GUIDE}, "Configure an API Gateway Lambda authorizer"`,
      expected: `${AUTHORIZER_CACHE_SECONDS} s, ${bearerPattern(config.keyPrefix)}`,
      see: ({ apiGateway, idsOf }) =>
        look(idsOf(REST_API), async (restApiId) => {
          const { items = [] } = await apiGateway.send(new GetAuthorizersCommand({ restApiId }));
          return alike(
            items.map(({ id = '', authorizerResultTtlInSeconds, identityValidationExpression }) => [
              id,
              `${authorizerResultTtlInSeconds} s, ${identityValidationExpression ?? 'any'}`,
            ]),
          );
        }),
    },
    {
      name: 'Every request is a line in an access log, and has a trace',
      source: `${GUIDE}, "Set up CloudWatch logging for REST APIs in API Gateway"`,
      expected: 'an access log, traces',
      see: (deployment) =>
        look(deployment.idsOf(REST_API), async (id) => {
          const stage = await stageOf(deployment, id);
          const log = stage.accessLogSettings?.destinationArn ? 'an access log' : 'no access log';
          return `${log}, ${stage.tracingEnabled ? 'traces' : 'no traces'}`;
        }),
    },
    {
      name: 'API Gateway may write logs in this AWS account and region',
      source: `${GUIDE}, "Permissions for CloudWatch logging"`,
      expected: 'a role',
      see: async ({ apiGateway }) =>
        (await apiGateway.send(new GetAccountCommand())).cloudwatchRoleArn ? 'a role' : 'no role',
    },
    {
      name: 'The AWS account may take as much as one method in this region',
      source: `${GUIDE}, "Amazon API Gateway quotas"`,
      expected: `${limitText(throttle.all)}, or more`,
      see: async ({ apiGateway }) => {
        const { throttleSettings } = await apiGateway.send(new GetAccountCommand());
        const { rateLimit: rate = 0, burstLimit: burst = 0 } = throttleSettings ?? {};
        const enough = rate >= throttle.all.rate && burst >= throttle.all.burst;
        return enough ? `${limitText(throttle.all)}, or more` : limitText({ rate, burst });
      },
    },
    {
      name: 'The AWS account has room for more API keys: each account of clients has one',
      source: `${GUIDE}, "Quotas for configuring and running a REST API in API Gateway": ${API_KEYS}`,
      expected: `fewer than ${API_KEYS_NEAR}`,
      see: async ({ apiGateway: client }) => {
        let count = 0;
        for await (const { items = [] } of paginateGetApiKeys({ client, pageSize: 500 }, {})) {
          count += items.length;
        }
        return count < API_KEYS_NEAR ? `fewer than ${API_KEYS_NEAR}` : `${count} of ${API_KEYS}`;
      },
    },
    {
      name: 'Each API has the name by which its alarms find its metrics',
      source: `${GUIDE}, "Amazon API Gateway dimensions and metrics"`,
      expected: `${restApiName(config.stackName, 'pets')}, ${restApiName(config.stackName, 'quickstart')}`,
      see: async ({ apiGateway, idsOf }) => {
        const names: string[] = [];
        for (const restApiId of idsOf(REST_API)) {
          names.push((await apiGateway.send(new GetRestApiCommand({ restApiId }))).name ?? '');
        }
        return names.sort().join(', ');
      },
    },
  ];
};

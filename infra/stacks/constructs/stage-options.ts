import {
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { RequestLimit } from '../../../lib/accounts/request-limit.ts';
import type { Contract } from '../../../lib/http/contract.ts';
import { STAGE_NAME } from '../names.ts';
import type { StageConfig } from '../stages.ts';
import { ACCESS_LOG_FORMAT } from './access-log-format.ts';

/** Settings for all requests of an API: limits, access log, tracing. */
export const stageOptions = (
  accessLog: LogGroup,
  props: {
    readonly config: StageConfig;
    readonly operations: ReadonlyMap<Pick<Contract, 'method' | 'path'>, unknown>;
  },
): StageOptions => {
  const { all, writes } = props.config.throttle;
  const writing = [...props.operations.keys()].filter(({ method }) => method !== 'GET');
  return {
    stageName: STAGE_NAME,
    ...limit(all),
    // API Gateway counts each method separately: `/*` sets the same numbers for each of the others.
    methodOptions: Object.fromEntries(
      writing.map(({ method, path }) => [`${path}/${method}`, limit(writes)]),
    ),
    accessLogDestination: new LogGroupLogDestination(accessLog),
    accessLogFormat: ACCESS_LOG_FORMAT,
    tracingEnabled: true,
  };
};

const limit = ({ rate, burst }: RequestLimit): MethodDeploymentOptions => ({
  throttlingRateLimit: rate,
  throttlingBurstLimit: burst,
});

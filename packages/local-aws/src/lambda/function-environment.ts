import { region } from '../cloudformation/physical-ids.ts';
import type { LambdaFunction } from './lambda-functions.ts';

/**
 * The environment of a function's instances: its own variables and Lambda's, then `extra`. Nothing
 * comes from this process. Lambda Developer Guide, "Defined runtime environment variables".
 */
export const functionEnvironment = (
  lambdaFunction: LambdaFunction,
  extra: Readonly<Record<string, string>>,
): Record<string, string> => {
  return {
    ...lambdaFunction.environment,
    _HANDLER: lambdaFunction.handler,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_DEFAULT_REGION: region,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(lambdaFunction.memorySize),
    AWS_LAMBDA_FUNCTION_NAME: lambdaFunction.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_REGION: region,
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
    LAMBDA_TASK_ROOT: lambdaFunction.directory,
    ...extra,
  };
};

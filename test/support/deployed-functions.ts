import type { APIGatewayProxyResult } from 'aws-lambda';
import {
  createLambdaService,
  type InvocationResult,
  type LambdaFunction,
  readFunction,
  readFunctions,
  readRestApis,
  type StackTemplate,
} from 'local-aws';
import { parseJson } from '../../lib/json.ts';
import { productionTemplate, stagingTemplate } from './assembly.ts';
import type { TestEngine } from './engine.ts';
import { eventOf, type SendExample } from './examples.ts';

/** The functions of the staging stack that serve clients. */
export const deployedFunctions = (): readonly LambdaFunction[] => {
  const template = stagingTemplate();
  const all = readFunctions(template, readRestApis(template));
  return [
    ...all.flatMap((one) => ('reason' in one ? [] : one)),
    ...['recordEvents', 'wakeWebhooks', 'deliverWebhook'].map((name) =>
      functionNamed(template, name),
    ),
  ];
};

/** A function that no API invokes. */
const functionNamed = (template: StackTemplate, name: string): LambdaFunction => {
  const [logicalId] = template
    .logicalIds('AWS::Lambda::Function')
    .filter((each) => each.startsWith(`${name}Function`));
  if (logicalId === undefined) throw new Error(`There is no function ${name}`);
  return readFunction(template, logicalId);
};

/** One of them, by its name in the stack: an operation's id, such as `authorizer`. */
export const deployedFunction = (
  name: string,
  functions: readonly LambdaFunction[] = deployedFunctions(),
): LambdaFunction => {
  const found = functions.find((one) => one.name.includes(`-${name}Function`));
  if (found === undefined) throw new Error(`There is no function ${name}`);
  return found;
};

/** The probe of production. */
export const deployedProbe = (): LambdaFunction => functionNamed(productionTemplate(), 'probe');

/** The environment with which a function reaches an engine. */
export const engineEnvironment = async ({
  client,
  endpoint,
}: Pick<TestEngine, 'client' | 'endpoint'>): Promise<Record<string, string>> => {
  const { accessKeyId } = await client.config.credentials();
  return { AWS_ENDPOINT_URL_DYNAMODB: endpoint, AWS_ACCESS_KEY_ID: accessKeyId };
};

/** Functions that tests can invoke. */
export interface RunningFunctions {
  /** Invokes one by its name in the stack. */
  readonly invoke: (name: string, event: unknown) => Promise<InvocationResult>;
  /** Sends an example to the function of its operation. */
  readonly send: SendExample;
  /** As `send`, from an account. */
  readonly sendAs: (accountId: string) => SendExample;
  readonly close: () => Promise<void>;
}

/** Runs the bundles of the staging stack. */
export const runFunctions = async (
  engine: Pick<TestEngine, 'client' | 'endpoint'>,
  {
    log = () => {},
    maxInstances = 1,
    environment: variables = {},
  }: {
    readonly log?: (name: string, line: string) => void;
    readonly maxInstances?: number;
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<RunningFunctions> => {
  const environment = { ...variables, ...(await engineEnvironment(engine)) };
  // Read once, so that no test times the reading of the template.
  const functions = deployedFunctions();
  const lambda = createLambdaService(functions, {
    environment,
    log,
    maxInstances: () => maxInstances,
  });
  const invoke = (name: string, event: unknown) =>
    lambda.invoke(deployedFunction(name, functions).name, event);
  const sendWith =
    (options: Parameters<typeof eventOf>[1]): SendExample =>
    async (request) => {
      const { operationId } = request.contract;
      const result = await invoke(operationId, eventOf(request, options));
      if (result.kind !== 'success') throw new Error(`${operationId}: ${JSON.stringify(result)}`);
      const { statusCode, headers = {}, body }: APIGatewayProxyResult = JSON.parse(result.payload);
      return {
        status: statusCode,
        body: body === '' ? undefined : parseJson(body),
        header: (name) => (name in headers ? String(headers[name]) : undefined),
      };
    };
  return {
    invoke,
    send: sendWith({}),
    sendAs: (accountId) => sendWith({ accountId }),
    close: lambda.close,
  };
};

import { availableParallelism } from 'node:os';
import type { AccessLogEntry } from './api-gateway/access-log.ts';
import { createClientThrottle, type FindLimit } from './api-gateway/client-throttle.ts';
import type { GatewayReply, RequestHead } from './api-gateway/gateway-message.ts';
import { startApiServer } from './api-gateway/http-server.ts';
import type { RestApi } from './api-gateway/rest-api.ts';
import { readRestApis } from './api-gateway/rest-apis.ts';
import type { Limit } from './api-gateway/token-buckets.ts';
import { readUsagePlan } from './api-gateway/usage-plan.ts';
import { readStackTemplate } from './cloudformation/template.ts';
import { unknownResources } from './cloudformation/unknown-resources.ts';
import { createTables } from './dynamodb/create-tables.ts';
import type { OpenedEngine } from './dynamodb/open-engine.ts';
import { readSchedules, startSchedules } from './events/schedules.ts';
import { createAsyncInvocations } from './lambda/async-invocations.ts';
import { DEFAULT_CONFIG, readEventInvokeConfigs } from './lambda/event-invoke-configs.ts';
import { readAllFunctions } from './lambda/function-reference.ts';
import { startLambdaEndpoint } from './lambda/lambda-endpoint.ts';
import { readFunctions } from './lambda/lambda-functions.ts';
import { createLambdaService } from './lambda/lambda-service.ts';
import { firstLine, StartupError } from './startup-error.ts';
import { readEventSourceMappings } from './streams/event-source-mappings.ts';
import { startStreamPollers } from './streams/stream-pollers.ts';

/** Loopback only: the stack's own authorizers are the only check of callers. */
const HOST = '127.0.0.1';

/** How a stack is served. */
export interface ServeOptions {
  /** The tables' engine, from `hostEngine`. The caller closes it, after the stack. */
  readonly engine: OpenedEngine;
  /**
   * The port of an API, by its name and its place among the stack's; 0 takes any free one.
   * @default 3000 and those that follow
   */
  readonly port?: (apiName: string, index: number) => number;
  /**
   * Finds the limit of a usage plan's client by the value of its API key.
   * @default what the plan says, for each key
   */
  readonly findLimit?: (planLimit: Limit) => FindLimit;
  /** Answers a request whose path is not of the API's stage. @default 403, as API Gateway */
  readonly outsideStage?: (
    apiName: string,
    request: RequestHead,
  ) => Promise<GatewayReply | undefined>;
  /** Variables that functions get besides their own. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Values of the template's parameters in place of their defaults. */
  readonly parameters?: Readonly<Record<string, string>>;
  /**
   * Gets a line for each difference from AWS.
   * @default standard error
   */
  readonly note?: (line: string) => void;
  /** Gets each line that a function prints, and why an answer failed. @default standard error */
  readonly log?: (line: string) => void;
  /** Gets an entry for each request. @default a line on standard output */
  readonly accessLog?: (entry: AccessLogEntry) => void;
  /** How many instances a function may have at once. @default one for each core, two at the least */
  readonly maxInstances?: number;
}

/** An API of a stack that is served. */
export interface ServedApi {
  readonly name: string;
  /** The address of its stage, without a slash at the end. */
  readonly url: string;
}

/** A stack that is served. */
export interface Served {
  /** In the template's order. */
  readonly apis: readonly ServedApi[];
  /** The stack's outputs by their names. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Waits up to 400 ms for requests under way, then ends the functions. */
  readonly close: () => Promise<void>;
}

/** The port of an API cannot be used. */
export class PortError extends StartupError {
  override readonly name: string = 'PortError';
  readonly apiName: string;
  readonly port: number;
  /** Such as `is in use`. */
  readonly reason: string;

  constructor(apiName: string, port: number, cause: unknown) {
    const inUse = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
    const reason = inUse ? 'is in use' : `cannot be used (${firstLine(cause)})`;
    super(`Port ${port} for the API ${apiName} ${reason}: choose another with --port.`, { cause });
    this.apiName = apiName;
    this.port = port;
    this.reason = reason;
  }
}

/**
 * Serves a stack of a CDK cloud assembly. It creates the tables in the engine, invokes functions
 * with the tables' changes, and listens for each REST API.
 * @param assembly the folder that `cdk synth` wrote
 * @throws TemplateError if the template has something that cannot be served
 * @throws StartupError if there is no such stack, or the engine does not take the tables
 * @throws PortError if a port cannot be used
 */
export const serve = async (
  assembly: string,
  stackName: string,
  {
    engine,
    port = (_name, index) => 3000 + index,
    findLimit = (planLimit) => async () => planLimit,
    outsideStage = async () => undefined,
    environment = {},
    parameters = {},
    note = (line) => console.error(line),
    log = (line) => console.error(line),
    accessLog = printEntry,
    // An instance takes a tenth of a second of a core to start. There are at least two, so that
    // requests can meet in storage.
    maxInstances = Math.max(2, availableParallelism()),
  }: ServeOptions,
): Promise<Served> => {
  const template = readStackTemplate(assembly, stackName, parameters);
  const leftOut = unknownResources(template);
  if (leftOut !== undefined) note(leftOut);
  await createTables(engine, template);
  const apis = readRestApis(template);
  const mappings = readEventSourceMappings(template, note);
  const functions = [
    ...readAllFunctions(template),
    ...readFunctions(template, apis, note),
    ...mappings.map(({ lambdaFunction }) => lambdaFunction),
  ];
  const configs = readEventInvokeConfigs(template);
  const asynchronous = createAsyncInvocations({
    invoke: (functionName, event) => lambda.invoke(functionName, event),
    configOf: (functionName) => configs.get(functionName) ?? DEFAULT_CONFIG,
    log,
  });
  const lambdaEndpoint = await startLambdaEndpoint({
    host: HOST,
    accessKeyId: engine.accessKeyId,
    hasFunction: (name) => functions.some((each) => each.name === name),
    invoke: (functionName, event) => lambda.invoke(functionName, event),
    asynchronous,
  });
  const lambda = createLambdaService(functions, {
    environment: {
      ...environment,
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      AWS_ENDPOINT_URL_LAMBDA: lambdaEndpoint.url,
      AWS_ACCESS_KEY_ID: engine.accessKeyId,
    },
    log: (functionName, line) => log(`${functionName}: ${line}`),
    maxInstances,
  });
  const throttleClient = createClientThrottle(
    apis.some(countsKeys) ? findLimit(readUsagePlan(template, apis)) : async () => undefined,
  );
  const pollers = await startStreamPollers(engine, mappings, {
    invoke: lambda.invoke,
    note,
    log,
  });
  const schedules = startSchedules(readSchedules(template, note), asynchronous.accept);
  const closing: (() => Promise<void>)[] = [pollers.close, asynchronous.close];
  const close = async () => {
    schedules.close();
    await Promise.all(closing.map((end) => end()));
    await lambda.close();
    await lambdaEndpoint.close();
  };
  const listen = async (api: RestApi, port: number): Promise<ServedApi> => {
    const server = await startApiServer(api, port, HOST, {
      invoke: lambda.invoke,
      throttleClient,
      log,
      accessLog,
      outsideStage: (request) => outsideStage(api.name, request),
    }).catch(async (error: unknown) => {
      await close();
      throw new PortError(api.name, port, error);
    });
    closing.push(server.close);
    return { name: api.name, url: `http://localhost:${server.port}/${api.stage.name}` };
  };
  const served: ServedApi[] = [];
  // One by one, so that the error names the first port that is in use.
  for (const [index, api] of apis.entries()) served.push(await listen(api, port(api.name, index)));
  return { apis: served, outputs: template.outputs(), close };
};

const countsKeys = ({ resources }: RestApi): boolean =>
  resources.some(({ methods }) => [...methods.values()].some((each) => each.apiKeyRequired));

const printEntry = ({ method, path, status, ms, requestId }: AccessLogEntry): void =>
  console.log(`${new Date().toISOString()} ${status} ${method} ${path} ${ms} ms ${requestId}`);

import { availableParallelism } from 'node:os';
import type { AccessLogEntry } from './api-gateway/access-log.ts';
import {
  type ClientThrottle,
  createClientThrottle,
  type FindLimit,
} from './api-gateway/client-throttle.ts';
import type { GatewayReply, RequestHead } from './api-gateway/gateway-message.ts';
import { type ApiServer, startApiServer } from './api-gateway/http-server.ts';
import type { RestApi } from './api-gateway/rest-api.ts';
import { readRestApis } from './api-gateway/rest-apis.ts';
import type { Limit } from './api-gateway/token-buckets.ts';
import { readUsagePlan } from './api-gateway/usage-plan.ts';
import { readStackTemplate, type StackTemplate } from './cloudformation/template.ts';
import { unknownResources } from './cloudformation/unknown-resources.ts';
import { createTables } from './dynamodb/create-tables.ts';
import type { OpenedEngine } from './dynamodb/open-engine.ts';
import { readSchedules, type Schedules, startSchedules } from './events/schedules.ts';
import { createAsyncInvocations } from './lambda/async-invocations.ts';
import { DEFAULT_CONFIG, readEventInvokeConfigs } from './lambda/event-invoke-configs.ts';
import { readAllFunctions } from './lambda/function-reference.ts';
import { startLambdaEndpoint } from './lambda/lambda-endpoint.ts';
import { readFunctions } from './lambda/lambda-functions.ts';
import { createLambdaService } from './lambda/lambda-service.ts';
import { firstLine, StartupError } from './startup-error.ts';
import { readEventSourceMappings } from './streams/event-source-mappings.ts';
import { type StreamPollers, startStreamPollers } from './streams/stream-pollers.ts';

/** Loopback only: the stack's own authorizers are the only check of callers. */
const HOST = '127.0.0.1';

/**
 * Instances that a function may have if it is set up for asynchronous events. Nobody waits for them, so such a function
 * may wait for others itself, which takes memory and no processor.
 */
const MOST_ASYNCHRONOUS = 50;

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
  /**
   * Reads the assembly again, and serves what it says now, on the same ports: routes, settings, new
   * tables, functions whose settings or files differ. Requests under way get their answer.
   * @throws the errors of `serve`: until a new API's port cannot be used, what was served goes on
   */
  readonly reload: () => Promise<Reloaded>;
  /** Waits up to 400 ms for requests under way, then ends the functions. */
  readonly close: () => Promise<void>;
}

/** What is served after a reload. */
export interface Reloaded {
  readonly apis: readonly ServedApi[];
  /** The names of functions that are new or changed. */
  readonly functions: readonly string[];
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
  const read = () => readStack(readStackTemplate(assembly, stackName, parameters), note);
  const first = read();
  await createTables(engine, first.template);
  let stack = first;
  const asynchronous = createAsyncInvocations({
    invoke: (functionName, event) => lambda.invoke(functionName, event),
    configOf: (functionName) => stack.configs.get(functionName) ?? DEFAULT_CONFIG,
    log,
  });
  const lambdaEndpoint = await startLambdaEndpoint({
    host: HOST,
    accessKeyId: engine.accessKeyId,
    hasFunction: (name) => stack.functions.some((each) => each.name === name),
    invoke: (functionName, event) => lambda.invoke(functionName, event),
    asynchronous,
  });
  const lambda = createLambdaService(first.functions, {
    environment: {
      ...environment,
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      AWS_ENDPOINT_URL_LAMBDA: lambdaEndpoint.url,
      AWS_ACCESS_KEY_ID: engine.accessKeyId,
    },
    log: (functionName, line) => log(`${functionName}: ${line}`),
    maxInstances: (name) => (stack.configs.has(name) ? MOST_ASYNCHRONOUS : maxInstances),
  });
  const createThrottle = ({ template, apis }: Stack): ClientThrottle =>
    createClientThrottle(
      apis.some(countsKeys) ? findLimit(readUsagePlan(template, apis)) : async () => undefined,
    );
  let throttleClient = createThrottle(first);
  /** What invokes functions besides requests. */
  const startBackground = async ({ mappings, schedules }: Stack): Promise<Background> => ({
    pollers: await startStreamPollers(engine, mappings, { invoke: lambda.invoke, note, log }),
    schedules: startSchedules(schedules, asynchronous.accept),
  });
  const stop = async ({ pollers, schedules }: Background): Promise<void> => {
    schedules.close();
    await pollers.close();
  };
  let background = await startBackground(first);
  const servers = new Map<string, ApiServer>();
  const close = async () => {
    const ends = [...servers.values(), asynchronous].map((each) => each.close());
    await Promise.all([...ends, stop(background)]);
    await lambda.close();
    await lambdaEndpoint.close();
  };
  const listen = async (api: RestApi, port: number): Promise<void> => {
    const server = await startApiServer(api, port, HOST, {
      invoke: lambda.invoke,
      throttleClient: (usageKey) => throttleClient(usageKey),
      log,
      accessLog,
      outsideStage: (request) => outsideStage(api.name, request),
    }).catch((error: unknown) => {
      throw new PortError(api.name, port, error);
    });
    servers.set(idOf(api), server);
  };
  /** One by one, so that the error names the first port that is in use. */
  const listenToAll = async (apis: readonly RestApi[]): Promise<readonly ServedApi[]> => {
    for (const [index, api] of apis.entries()) {
      if (!servers.has(idOf(api))) await listen(api, port(api.name, index));
    }
    return apis.map((api) => ({
      name: api.name,
      url: `http://localhost:${servers.get(idOf(api))?.port}/${api.stage.name}`,
    }));
  };
  const apis = await listenToAll(first.apis).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    apis,
    outputs: first.template.outputs(),
    close,
    reload: async () => {
      const next = read();
      await createTables(engine, next.template);
      await stop(background);
      stack = next;
      const functions = lambda.replace(next.functions);
      background = await startBackground(next);
      throttleClient = createThrottle(next);
      for (const [id, server] of servers) {
        const api = next.apis.find((each) => idOf(each) === id);
        if (api) server.replace(api);
        else {
          servers.delete(id);
          await server.close();
        }
      }
      return { apis: await listenToAll(next.apis), functions };
    },
  };
};

/** A template, and what it says about the parts that run. */
type Stack = ReturnType<typeof readStack>;

const readStack = (template: StackTemplate, note: (line: string) => void) => {
  const leftOut = unknownResources(template);
  if (leftOut !== undefined) note(leftOut);
  const apis = readRestApis(template);
  const mappings = readEventSourceMappings(template, note);
  const functions = [
    ...readAllFunctions(template),
    ...readFunctions(template, apis, note),
    ...mappings.map(({ lambdaFunction }) => lambdaFunction),
  ];
  const configs = readEventInvokeConfigs(template);
  return {
    ...{ template, apis, mappings, functions, configs },
    schedules: readSchedules(template, note),
  };
};

interface Background {
  readonly pollers: StreamPollers;
  readonly schedules: Schedules;
}

/** An API is served once for each of its stages. */
const idOf = ({ name, stage }: RestApi): string => `${name}/${stage.name}`;

const countsKeys = ({ resources }: RestApi): boolean =>
  resources.some(({ methods }) => [...methods.values()].some((each) => each.apiKeyRequired));

const printEntry = ({ method, path, status, ms, requestId }: AccessLogEntry): void =>
  console.log(`${new Date().toISOString()} ${status} ${method} ${path} ${ms} ms ${requestId}`);

import { statSync } from 'node:fs';
import * as z from 'zod';
import { TemplateError } from '../cloudformation/intrinsics.ts';
import { type StackTemplate, withDependencies } from '../cloudformation/template.ts';
import type { HandlerLocation } from './load-handler.ts';

/** One AWS::Lambda::Function. */
export interface LambdaFunction extends HandlerLocation {
  readonly name: string;
  /** Lambda's name of its Node version, as `nodejs22.x`. */
  readonly runtime: string;
  /** How long one invocation may take, in s. */
  readonly timeoutSeconds: number;
  /** In MB. */
  readonly memorySize: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** A function that cannot run here, and why. */
export interface NotEmulated {
  readonly name: string;
  readonly reason: string;
}

/**
 * The name of the function that a URI of an integration or authorizer invokes, also through an
 * alias. Here a function has only one version.
 * @throws TemplateError if there is none
 */
export const functionNameOfUri = (template: StackTemplate, usedBy: string, uri: string): string => {
  const name = /:function:([\w-]+)(?::[\w-]+)?\/invocations$/.exec(uri)?.[1];
  const exists = withDependencies(template).some((stack) =>
    stack.logicalIds('AWS::Lambda::Function').some((logicalId) => stack.ref(logicalId) === name),
  );
  if (name === undefined || !exists) {
    throw new TemplateError(usedBy, `no function of this stack is invoked by ${uri}`);
  }
  return name;
};

const functionSchema = z.object({
  Code: z.object({ S3Key: z.string().optional(), ZipFile: z.string().optional() }),
  Runtime: z.string().default('a container image'),
  Handler: z.string().default(''),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  Layers: z.array(z.unknown()).default([]),
});

const variablesSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean()]).transform(String),
);

const HANDLER = /^[\w./-]+\.\w+$/;
const NODE = /^nodejs\d+\.x$/;
const [OWN_VERSION] = process.versions.node.split('.');
const OWN_RUNTIME = `nodejs${OWN_VERSION}.x`;

/** Something that may invoke a function: an integration or an authorizer. */
interface Invoker {
  readonly kind?: string;
  readonly functionName?: string;
}

/** The parts of an API that name functions. */
interface InvokingApi {
  readonly resources: readonly {
    readonly methods: ReadonlyMap<
      string,
      { readonly integration: Invoker; readonly authorizer: Invoker | undefined }
    >;
  }[];
}

/** Gets one line about something that a function lacks here. */
type Note = (line: string) => void;

/**
 * Reads the functions of APIs' integrations and authorizers. The stack's other functions, such as
 * CDK's own, are ignored. CloudFormation Template Reference, "AWS::Lambda::Function".
 */
export const readFunctions = (
  template: StackTemplate,
  restApis: readonly InvokingApi[],
  note: Note = () => {},
): (LambdaFunction | NotEmulated)[] => {
  const methods = restApis
    .flatMap(({ resources }) => resources)
    .flatMap((resource) => [...resource.methods.values()]);
  const used = new Set(
    methods.flatMap(({ integration, authorizer }) => [
      integration.functionName,
      authorizer?.functionName,
    ]),
  );
  const found = withDependencies(template).flatMap((stack) =>
    stack
      .logicalIds('AWS::Lambda::Function')
      .filter((logicalId) => used.has(stack.ref(logicalId)))
      .map((logicalId) => ({ stack, logicalId, name: stack.ref(logicalId) })),
  );
  const functions = found.map(({ stack, logicalId, name }) => {
    try {
      return readFunction(stack, logicalId, note);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      note(`Not emulated, calls get 501: the function ${error.message}`);
      return { name, reason: `the function ${error.message}` };
    }
  });
  const others = functions.flatMap((one) =>
    'runtime' in one && one.runtime !== OWN_RUNTIME ? `${one.name} (${one.runtime})` : [],
  );
  if (others.length > 0) note(`Run on Node ${OWN_VERSION}: ${others.join(', ')}`);
  return functions;
};

/**
 * Reads one function by its logical id.
 * @throws TemplateError if its code is not for Node, or neither in a folder nor in the template
 */
export const readFunction = (
  template: StackTemplate,
  logicalId: string,
  note: Note = () => {},
): LambdaFunction => {
  const declared = template.read(logicalId, functionSchema);
  const { Code, Handler, Layers, MemorySize, Runtime, Timeout } = declared;
  if (!NODE.test(Runtime)) throw new TemplateError(logicalId, `${Runtime} is not a Node runtime`);
  if (!HANDLER.test(Handler)) throw new TemplateError(logicalId, `there is no handler ${Handler}`);
  const { resolved, failures } = template.entries(logicalId, 'Environment', 'Variables');
  for (const { message } of failures) note(`Left out of the environment: ${message}`);
  const variables = variablesSchema.safeParse(resolved);
  if (!variables.success) throw new TemplateError(logicalId, z.prettifyError(variables.error));
  if (Layers.length > 0) note(`Not emulated, left out: the layers of ${logicalId}`);
  return {
    name: template.ref(logicalId),
    ...codeOf(template, logicalId, Code),
    handler: Handler,
    runtime: Runtime,
    timeoutSeconds: Timeout,
    memorySize: MemorySize,
    environment: variables.data,
  };
};

const codeOf = (
  template: StackTemplate,
  logicalId: string,
  { S3Key, ZipFile }: z.output<typeof functionSchema>['Code'],
): Pick<LambdaFunction, 'directory' | 'source'> => {
  if (ZipFile !== undefined) return { directory: '/var/task', source: ZipFile };
  if (S3Key === undefined) throw new TemplateError(logicalId, 'its code is not an asset');
  const directory = template.assetDirectory(S3Key);
  // Node cannot read zip archives.
  if (statSync(directory).isDirectory()) return { directory };
  throw new TemplateError(logicalId, 'its code is a zip file: make it an asset of a folder');
};

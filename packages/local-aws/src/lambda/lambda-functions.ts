import * as z from 'zod';
import { TemplateError } from '../cloudformation/intrinsics.ts';
import type { StackTemplate } from '../cloudformation/template.ts';

/** One AWS::Lambda::Function. */
export interface LambdaFunction {
  readonly name: string;
  /** The directory of the bundle. */
  readonly directory: string;
  /** `<module>.<export>`, as `index.handler`. */
  readonly handler: string;
  /** How long one invocation may take, in s. */
  readonly timeoutSeconds: number;
  /** In MB. */
  readonly memorySize: number;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * The name of the function that an integration or an authorizer URI invokes, by itself or through an alias: locally
 * there is one version of each. Throws a TemplateError when there is none.
 */
export function functionNameOfUri(template: StackTemplate, usedBy: string, uri: string): string {
  const name = /:function:([\w-]+)(?::[\w-]+)?\/invocations$/.exec(uri)?.[1];
  const exists = template
    .logicalIds('AWS::Lambda::Function')
    .some((logicalId) => template.ref(logicalId) === name);
  if (name === undefined || !exists) {
    throw new TemplateError(usedBy, `no function of this stack is invoked by ${uri}`);
  }
  return name;
}

const functionSchema = z.object({
  Code: z.object({ S3Key: z.string() }),
  Handler: z.string().regex(/^[\w./-]+\.\w+$/),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  Environment: z
    .object({ Variables: z.record(z.string(), z.string()).default({}) })
    .default({ Variables: {} }),
});

/** Something that invokes functions: an integration or an authorizer. */
interface Invoker {
  readonly functionName: string;
}

/** An API, as far as it tells which functions it invokes. */
interface InvokingApi {
  readonly resources: readonly {
    readonly methods: ReadonlyMap<string, Invoker & { readonly authorizer: Invoker | undefined }>;
  }[];
}

/**
 * Reads the functions that APIs integrate or are authorized by; the stack's others, such as CDK's own, are not looked at.
 * CloudFormation Template Reference, "AWS::Lambda::Function".
 */
export function readFunctions(
  template: StackTemplate,
  restApis: readonly InvokingApi[],
): LambdaFunction[] {
  const methods = restApis
    .flatMap(({ resources }) => resources)
    .flatMap((resource) => [...resource.methods.values()]);
  const used = new Set(
    methods.flatMap(({ functionName, authorizer }) => [functionName, authorizer?.functionName]),
  );
  return template
    .logicalIds('AWS::Lambda::Function')
    .filter((logicalId) => used.has(template.ref(logicalId)))
    .map((logicalId) => readFunction(template, logicalId));
}

/** Reads one of them, whoever invokes it. */
export function readFunction(template: StackTemplate, logicalId: string): LambdaFunction {
  const declared = template.read(logicalId, functionSchema);
  return {
    name: template.ref(logicalId),
    directory: template.assetDirectory(declared.Code.S3Key),
    handler: declared.Handler,
    timeoutSeconds: declared.Timeout,
    memorySize: declared.MemorySize,
    environment: declared.Environment.Variables,
  };
}

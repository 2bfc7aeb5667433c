import * as z from 'zod';
import { TemplateError } from '../cloudformation/intrinsics.ts';
import { rootResourceId } from '../cloudformation/physical-ids.ts';
import type { StackTemplate } from '../cloudformation/template.ts';
import { functionNameOfUri } from '../lambda/lambda-functions.ts';
import { readAuthorizers } from './authorizer-models.ts';
import { readGatewayResponses } from './gateway-response-models.ts';
import type { Authorizer, Method, Resource, RestApi, Stage } from './rest-api.ts';

/**
 * Reads every REST API of a stack. Throws a TemplateError for what the emulator cannot serve: an integration that is
 * not AWS_PROXY, an authorization that is not NONE or CUSTOM, an API that has not exactly one stage, an API key that the
 * authorizer does not name.
 */
export function readRestApis(template: StackTemplate): RestApi[] {
  return template
    .logicalIds('AWS::ApiGateway::RestApi')
    .map((logicalId) => readRestApi(template, logicalId));
}

const restApiSchema = z.object({
  Name: z.string(),
  BinaryMediaTypes: z.array(z.string()).default([]),
  ApiKeySourceType: z.enum(['AUTHORIZER', 'HEADER']).default('HEADER'),
});

type KeySource = z.output<typeof restApiSchema>['ApiKeySourceType'];

function readRestApi(template: StackTemplate, logicalId: string): RestApi {
  const id = template.ref(logicalId);
  const { Name, BinaryMediaTypes, ApiKeySourceType } = template.read(logicalId, restApiSchema);
  return {
    logicalId,
    name: Name,
    id,
    stage: readStage(template, logicalId, id),
    binaryMediaTypes: BinaryMediaTypes,
    resources: readResources(template, id, ApiKeySourceType),
    gatewayResponses: readGatewayResponses(template, id),
  };
}

const stageSchema = z.object({
  RestApiId: z.string(),
  StageName: z.string(),
  MethodSettings: z
    .array(
      z.object({
        ResourcePath: z.string(),
        HttpMethod: z.string(),
        ThrottlingRateLimit: z.number().optional(),
        ThrottlingBurstLimit: z.number().optional(),
      }),
    )
    .default([]),
});

function readStage(template: StackTemplate, logicalId: string, restApiId: string): Stage {
  const [stage, ...others] = template
    .logicalIds('AWS::ApiGateway::Stage')
    .map((stageId) => template.read(stageId, stageSchema))
    .filter(({ RestApiId }) => RestApiId === restApiId);
  if (!stage || others.length > 0) {
    throw new TemplateError(logicalId, `has ${stage ? others.length + 1 : 0} stages instead of 1`);
  }
  return {
    name: stage.StageName,
    methodSettings: stage.MethodSettings.map((setting) => ({
      resourcePath: settingPath(setting.ResourcePath),
      httpMethod: setting.HttpMethod,
      rateLimit: setting.ThrottlingRateLimit,
      burstLimit: setting.ThrottlingBurstLimit,
    })),
  };
}

/** In a method setting the slashes after the first are written `~1`, so `/~1pets~1{id}` is `/pets/{id}`. */
function settingPath(encoded: string): string {
  return encoded === '/' || encoded === '/*' ? encoded : encoded.slice(1).replaceAll('~1', '/');
}

const resourceSchema = z.object({
  RestApiId: z.string(),
  ParentId: z.string(),
  PathPart: z.string(),
});

function readResources(
  template: StackTemplate,
  restApiId: string,
  keySource: KeySource,
): Resource[] {
  const declared = template
    .logicalIds('AWS::ApiGateway::Resource')
    .map((id) => ({ id, ...template.read(id, resourceSchema) }))
    .filter(({ RestApiId }) => RestApiId === restApiId);
  const methods = readMethods(template, restApiId, keySource);
  const below = (parentId: string, parentPath: string): Resource[] =>
    declared
      .filter(({ ParentId }) => ParentId === parentId)
      .flatMap(({ id, PathPart }) => {
        const path = `${parentPath}/${PathPart}`;
        return [{ id, path, methods: methods.get(id) ?? new Map() }, ...below(id, path)];
      });
  const rootId = rootResourceId(restApiId);
  return [
    { id: rootId, path: '/', methods: methods.get(rootId) ?? new Map() },
    ...below(rootId, ''),
  ];
}

const methodSchema = z.object({
  RestApiId: z.string(),
  ResourceId: z.string(),
  HttpMethod: z.string(),
  AuthorizationType: z.enum(['NONE', 'CUSTOM']),
  AuthorizerId: z.string().optional(),
  ApiKeyRequired: z.boolean().default(false),
  Integration: z.object({
    Type: z.literal('AWS_PROXY'),
    Uri: z.string(),
    TimeoutInMillis: z.number().default(29_000),
  }),
});

function readMethods(
  template: StackTemplate,
  restApiId: string,
  keySource: KeySource,
): Map<string, Map<string, Method>> {
  const authorizers = readAuthorizers(template, restApiId);
  const methods = new Map<string, Map<string, Method>>();
  for (const logicalId of template.logicalIds('AWS::ApiGateway::Method')) {
    const { RestApiId } = template.read(logicalId, methodSchema.pick({ RestApiId: true }));
    if (RestApiId !== restApiId) continue;
    const method = template.read(logicalId, methodSchema);
    if (method.ApiKeyRequired && keySource !== 'AUTHORIZER') {
      throw new TemplateError(logicalId, 'needs an API key that is not the authorizer’s to name');
    }
    const ofResource = methods.get(method.ResourceId) ?? new Map<string, Method>();
    methods.set(method.ResourceId, ofResource);
    ofResource.set(method.HttpMethod, {
      httpMethod: method.HttpMethod,
      authorizer: authorizerOf(logicalId, method, authorizers),
      apiKeyRequired: method.ApiKeyRequired,
      functionName: functionNameOfUri(template, logicalId, method.Integration.Uri),
      timeoutMs: method.Integration.TimeoutInMillis,
    });
  }
  return methods;
}

function authorizerOf(
  logicalId: string,
  method: z.output<typeof methodSchema>,
  authorizers: ReadonlyMap<string, Authorizer>,
): Authorizer | undefined {
  if (method.AuthorizationType === 'NONE') return undefined;
  const authorizer = authorizers.get(method.AuthorizerId ?? '');
  if (!authorizer) throw new TemplateError(logicalId, `has no authorizer ${method.AuthorizerId}`);
  return authorizer;
}

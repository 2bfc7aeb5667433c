import * as z from 'zod';
import { rootResourceId } from '../cloudformation/physical-ids.ts';
import type { StackTemplate } from '../cloudformation/template.ts';
import { readGatewayResponses } from './gateway-response-models.ts';
import { type KeySource, readMethod } from './method-models.ts';
import type { Authorizer, Method, Resource, RestApi, Stage } from './rest-api.ts';

/**
 * Reads every REST API of a stack, once for each of its stages. A method that cannot be served here
 * stays, with the reason: its integration is neither AWS_PROXY nor a simple MOCK, its authorization
 * is neither NONE nor CUSTOM, or it needs an API key that the authorizer does not name.
 */
export const readRestApis = (template: StackTemplate): RestApi[] => {
  return template
    .logicalIds('AWS::ApiGateway::RestApi')
    .flatMap((logicalId) => readRestApi(template, logicalId));
};

const restApiSchema = z.object({
  Name: z.string().optional(),
  BinaryMediaTypes: z.array(z.string()).default([]),
  ApiKeySourceType: z.enum(['AUTHORIZER', 'HEADER']).default('HEADER'),
});

const readRestApi = (template: StackTemplate, logicalId: string): RestApi[] => {
  const id = template.ref(logicalId);
  const { Name, BinaryMediaTypes, ApiKeySourceType } = template.read(logicalId, restApiSchema);
  const { resolved, failures } = template.entries(logicalId, 'Body');
  const hasDocument = Object.keys(resolved).length + failures.length > 0;
  const api = {
    logicalId,
    name: Name ?? logicalId,
    id,
    binaryMediaTypes: BinaryMediaTypes,
    resources: hasDocument
      ? undescribed(`${logicalId}: an API that an OpenAPI document describes`)
      : readResources(template, id, ApiKeySourceType),
    gatewayResponses: readGatewayResponses(template, id),
  };
  return readStages(template, id).map((stage) => ({ ...api, stage }));
};

/** The resources of an API whose resources cannot be read. */
const undescribed = (reason: string): Resource[] => {
  const method: Method = {
    httpMethod: 'ANY',
    authorizer: undefined,
    apiKeyRequired: false,
    integration: { kind: 'not-emulated', reason },
  };
  return ['/', '/{proxy+}'].map((path) => ({
    id: path,
    path,
    methods: new Map([['ANY', method]]),
  }));
};

const stageSchema = z.object({
  RestApiId: z.string(),
  StageName: z.string(),
  Variables: z.record(z.string(), z.string()).default({}),
  MethodSettings: z
    .array(
      z.object({
        ResourcePath: z.string().default('/*'),
        HttpMethod: z.string().default('*'),
        ThrottlingRateLimit: z.number().optional(),
        ThrottlingBurstLimit: z.number().optional(),
      }),
    )
    .default([]),
});

const readStages = (template: StackTemplate, restApiId: string): Stage[] => {
  return template
    .logicalIds('AWS::ApiGateway::Stage')
    .map((stageId) => template.read(stageId, stageSchema))
    .filter(({ RestApiId }) => RestApiId === restApiId)
    .map((stage) => ({
      name: stage.StageName,
      variables: stage.Variables,
      methodSettings: stage.MethodSettings.map((setting) => ({
        resourcePath: settingPath(setting.ResourcePath),
        httpMethod: setting.HttpMethod,
        rateLimit: setting.ThrottlingRateLimit,
        burstLimit: setting.ThrottlingBurstLimit,
      })),
    }));
};

/** In a method setting the slashes after the first are written `~1`, so `/~1pets~1{id}` is `/pets/{id}`. */
const settingPath = (encoded: string): string => {
  return encoded === '/' || encoded === '/*' ? encoded : encoded.slice(1).replaceAll('~1', '/');
};

const resourceSchema = z.object({
  RestApiId: z.string(),
  ParentId: z.string(),
  PathPart: z.string(),
});

const readResources = (
  template: StackTemplate,
  restApiId: string,
  keySource: KeySource,
): Resource[] => {
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
};

const placeSchema = z.object({
  RestApiId: z.string(),
  ResourceId: z.string(),
  HttpMethod: z.string(),
});

const readMethods = (
  template: StackTemplate,
  restApiId: string,
  keySource: KeySource,
): Map<string, Map<string, Method>> => {
  const authorizers = new Map<string, Authorizer>();
  const methods = new Map<string, Map<string, Method>>();
  for (const logicalId of template.logicalIds('AWS::ApiGateway::Method')) {
    const { RestApiId, ResourceId, HttpMethod } = template.read(logicalId, placeSchema);
    if (RestApiId !== restApiId) continue;
    const ofResource = methods.get(ResourceId) ?? new Map<string, Method>();
    methods.set(ResourceId, ofResource);
    ofResource.set(HttpMethod, {
      httpMethod: HttpMethod,
      ...readMethod(template, logicalId, keySource, authorizers),
    });
  }
  return methods;
};

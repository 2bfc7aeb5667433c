import { describe, expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { STAGES } from '../../infra/stages.ts';
import { readTemplate } from '../support/assembly.ts';

const live = { Properties: { Name: 'live' } };

/** The last resource that a URI of CDK's names: what it invokes. */
const referenceIn = (uri: unknown): string | undefined =>
  [...JSON.stringify(uri).matchAll(/\{"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/g)].at(-1)?.[1];

describe.each(Object.values(STAGES))('the stack $stackName', (config) => {
  const template = Template.fromJSON(readTemplate(config.stackName));
  const production = config === STAGES.production;

  test('invokes every function through its alias live, and in no other way', () => {
    const aliases = Object.keys(template.findResources('AWS::Lambda::Alias', live));
    template.resourceCountIs('AWS::Lambda::Function', aliases.length);
    template.resourceCountIs('AWS::Lambda::Version', aliases.length);
    const uris = [
      ...Object.values(template.findResources('AWS::ApiGateway::Method')).map(
        ({ Properties }) => Properties.Integration.Uri,
      ),
      ...Object.values(template.findResources('AWS::ApiGateway::Authorizer')).map(
        ({ Properties }) => Properties.AuthorizerUri,
      ),
    ];
    for (const uri of uris) expect(aliases).toContain(referenceIn(uri));
    for (const { Properties } of Object.values(template.findResources('AWS::Lambda::Permission'))) {
      expect(aliases).toContain(Properties.FunctionName.Ref);
    }
  });

  test('releases as its stage says, and keeps versions as long', () => {
    template.resourceCountIs('AWS::CodeDeploy::DeploymentGroup', production ? 6 : 0);
    for (const alias of Object.values(template.findResources('AWS::Lambda::Alias', live))) {
      expect(Boolean(alias['UpdatePolicy']?.CodeDeployLambdaAliasUpdate)).toBe(production);
    }
    template.allResources('AWS::Lambda::Version', {
      DeletionPolicy: production ? 'Retain' : 'Delete',
    });
  });
});

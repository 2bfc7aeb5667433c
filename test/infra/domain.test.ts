import { beforeAll, describe, expect, test } from '@jest/globals';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { synthesizeStacks } from '../support/synthesize-stack.ts';

const certificateArn = 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b';

describe('a stage with its own address for the pets', () => {
  let template: Template;
  beforeAll(() => {
    const [result] = synthesizeStacks([
      {
        stage: 'production',
        changes: {
          apis: {
            pets: { url: 'https://api.petstore.example/v1', certificateArn },
            quickstart: { url: 'https://quickstart.petstore.example/v1' },
          },
        },
      },
    ]);
    template = Template.fromJSON(result?.template ?? {});
  });

  test('is reached by TLS 1.2 in its region, with its own certificate', () => {
    template.resourceCountIs('AWS::ApiGateway::DomainName', 1);
    template.hasResourceProperties('AWS::ApiGateway::DomainName', {
      DomainName: 'api.petstore.example',
      RegionalCertificateArn: certificateArn,
      EndpointConfiguration: { Types: ['REGIONAL'] },
      SecurityPolicy: 'TLS_1_2',
    });
  });

  test('serves the pets under /v1, as their other address does', () => {
    template.resourceCountIs('AWS::ApiGateway::BasePathMapping', 1);
    template.hasResourceProperties('AWS::ApiGateway::BasePathMapping', {
      BasePath: 'v1',
      RestApiId: { Ref: Match.stringLikeRegexp('^PetsApi') },
      Stage: { Ref: Match.stringLikeRegexp('^PetsApi') },
    });
  });

  test('tells that address, and what DNS must lead it to', () => {
    template.hasOutput('PetsBaseUrl', { Value: 'https://api.petstore.example/v1' });
    template.hasOutput('PetsDomainTarget', {
      Value: { 'Fn::GetAtt': [Match.stringLikeRegexp('^PetsApiDomain'), 'RegionalDomainName'] },
    });
  });

  test('leaves the quickstart at the address that API Gateway gives it', () => {
    expect(JSON.stringify(template.findOutputs('QuickstartBaseUrl'))).toContain('execute-api');
    expect(template.findOutputs('QuickstartDomainTarget')).toEqual({});
  });
});

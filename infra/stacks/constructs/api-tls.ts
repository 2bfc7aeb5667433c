import {
  CfnRestApi,
  DomainName,
  EndpointAccessMode,
  EndpointType,
  type RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Construct } from 'constructs';
import { STAGE_NAME } from '../names.ts';

/**
 * TLS 1.2 and 1.3. Without it a regional API also takes 1.0 and 1.1. An API and its domain have the same ("Security policies for
 * REST APIs in API Gateway").
 */
const TLS = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
  endpointAccessMode: EndpointAccessMode.STRICT,
};

/** Sets it for an API: the CDK's `RestApi` does not have these properties. */
export const requireTls = ({ node: { defaultChild } }: RestApi): void => {
  if (defaultChild instanceof CfnRestApi) Object.assign(defaultChild, TLS);
};

/** Serves an API at its own domain. The path ends like that of the address that API Gateway gives. */
export const serveDomain = (
  parent: Construct,
  api: RestApi,
  domainName: string,
  certificateArn: string,
): DomainName => {
  const scope = new Construct(parent, 'Domain');
  const domain = new DomainName(scope, 'Domain', {
    domainName,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    endpointType: EndpointType.REGIONAL,
    ...TLS,
  });
  domain.addBasePathMapping(api, { basePath: STAGE_NAME, stage: api.deploymentStage });
  return domain;
};

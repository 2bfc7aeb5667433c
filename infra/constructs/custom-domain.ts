import { DomainName, EndpointType, type RestApi, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Construct } from 'constructs';
import type { Domain } from '../stages.ts';
import { STAGE_NAME } from './stage-options.ts';

export interface CustomDomainProps extends Domain {
  readonly api: RestApi;
}

/** An address of one's own for an API, with the same path at its end as the one it has anyway. */
export class CustomDomain extends Construct {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** The name that the domain must be an alias of in DNS. */
  readonly target: string;

  constructor(scope: Construct, id: string, { name, certificateArn, api }: CustomDomainProps) {
    super(scope, id);
    const domain = new DomainName(this, 'Domain', {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    domain.addBasePathMapping(api, { basePath: STAGE_NAME, stage: api.deploymentStage });
    this.baseUrl = `https://${name}/${STAGE_NAME}`;
    this.target = domain.domainNameAliasDomainName;
  }
}

import { DomainName, EndpointType, type RestApi, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Construct } from 'constructs';
import { STAGE_NAME } from '../names.ts';

/** The host that an API is served at, in place of API Gateway's own. */
export interface Domain {
  /** Without scheme and path: `api.petstore.example`. */
  readonly name: string;
  /** A certificate of ACM for that name, in the region of the stack. */
  readonly certificateArn: string;
}

export interface CustomDomainProps extends Domain {
  readonly api: RestApi;
}

/** A custom domain of an API. Its path ends like that of the API's own address. */
export class CustomDomain extends Construct {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** The target of the domain's DNS alias. */
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

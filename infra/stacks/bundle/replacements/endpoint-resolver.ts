/** The DNS suffix of each partition without `amazonaws.com`, by how the names of its regions begin. */
const SUFFIXES = [
  ['cn-', 'amazonaws.com.cn'],
  ['eusc-', 'amazonaws.eu'],
  ['us-iso-', 'c2s.ic.gov'],
  ['us-isob-', 'sc2s.sgov.gov'],
  ['eu-isoe-', 'cloud.adc-e.uk'],
  ['us-isof-', 'csp.hci.ic.gov'],
] as const;

interface EndpointParameters {
  readonly Endpoint?: string;
  readonly Region: string;
  readonly AccountId?: string;
  readonly AccountIdEndpointMode?: string;
  readonly UseFIPS?: boolean;
  readonly UseDualStack?: boolean;
}

/**
 * Replaces the SDK's endpoint rules for DynamoDB in bundles: a decision tree, its interpreter and a
 * table of all regions, of which a function needs one name. 16 kB, 5%.
 * @throws Error for the endpoints that it does not know: FIPS and dual-stack, and an account's where
 *   `AWS_ACCOUNT_ID_ENDPOINT_MODE` requires it without an `AWS_ACCOUNT_ID`
 */
export const defaultEndpointResolver = ({
  Endpoint,
  Region,
  AccountId,
  AccountIdEndpointMode = 'disabled',
  UseFIPS,
  UseDualStack,
}: EndpointParameters) => {
  if (UseFIPS || UseDualStack) {
    throw new Error(
      'FIPS and dual-stack endpoints are left out of bundles: unset AWS_USE_FIPS_ENDPOINT and AWS_USE_DUALSTACK_ENDPOINT, and give AWS_ENDPOINT_URL_DYNAMODB',
    );
  }
  if (Endpoint !== undefined) return { url: new URL(Endpoint), headers: {}, properties: {} };
  const suffix = SUFFIXES.find(([start]) => Region.startsWith(start))?.[1];
  const hasAccounts = suffix === undefined || suffix === 'amazonaws.com.cn';
  const isRequired = AccountIdEndpointMode === 'required';
  if (isRequired && !(hasAccounts && AccountId)) {
    throw new Error('AWS_ACCOUNT_ID_ENDPOINT_MODE is required, but there is no such endpoint');
  }
  const host =
    hasAccounts && AccountId && AccountIdEndpointMode !== 'disabled'
      ? { name: `${AccountId}.ddb`, properties: { metricValues: ['O'] } }
      : { name: 'dynamodb', properties: {} };
  return {
    url: new URL(`https://${host.name}.${Region}.${suffix ?? 'amazonaws.com'}`),
    headers: {},
    properties: host.properties,
  };
};

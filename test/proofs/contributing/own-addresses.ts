import { ADDRESSES, type Addresses, type ApiAddress } from '../../../infra/stacks/addresses.ts';

const DECLARATION = 'export const ADDRESSES: Addresses = ';

/** A certificate of ACM, as a stage has it that serves an API at its own host. */
const certificateArn = 'arn:aws:acm:ap-southeast-2:123456789012:certificate/0a1b';

/** As somebody may write it: with a capital, and of a domain that ends like a folder. */
const otherHost = <Address extends string>(address: Address): Address =>
  address.replace(
    /(?<=:\/\/)[^/]+/,
    (host) => `${host.replaceAll('.', '-')}.Shelter.test`,
  ) as Address;

const otherApi = ({ url }: ApiAddress): ApiAddress => ({ url: otherHost(url), certificateArn });

const otherStage = ({ apis }: Addresses['stages']['staging']) => ({
  apis: { pets: otherApi(apis.pets), quickstart: otherApi(apis.quickstart) },
  alarmEmail: 'other-alarms@shelter.test',
});

/** Addresses of which none is one of the project's own, with all that may be left out. */
export const otherAddresses = ({ stages, ...own }: Addresses = ADDRESSES): Addresses => ({
  documentation: otherHost(own.documentation),
  runbook: otherHost(own.runbook.replace(/[^/]*$/, 'runbook.html')),
  contact: { name: `Other ${own.contact.name}`, email: 'other-api@shelter.test' },
  budget: { dollarsAMonth: own.budget.dollarsAMonth + 1, email: 'other-billing@shelter.test' },
  stages: { production: otherStage(stages.production), staging: otherStage(stages.staging) },
});

/** The text of `addresses.ts` with other addresses. */
export const withAddresses = (source: string, addresses: Addresses): string =>
  `${source.split(DECLARATION, 1)[0]}${DECLARATION}${JSON.stringify(addresses, null, 2)};\n`;

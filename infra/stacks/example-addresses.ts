import { ADDRESSES, type Addresses, type StageAddresses } from './addresses.ts';

/** Names that nobody can own (RFC 2606). */
const EXAMPLE = /(?:^|\.)example(?:\.(?:com|net|org))?$/;

const hostOf = (address: string): string => address.split('@')[1] ?? new URL(address).hostname;

/** Whether nobody can own an address. */
export const isExample = (address: string): boolean => EXAMPLE.test(hostOf(address));

/** Which of a stage's addresses are still examples, or are missing, by their names: `contact.email`. */
export const exampleAddresses = (
  stage: StageAddresses,
  { documentation, runbook, contact, budget }: Omit<Addresses, 'stages'> = ADDRESSES,
): readonly string[] => {
  const named = {
    documentation,
    runbook,
    'contact.email': contact.email,
    'budget.email': budget.email,
    alarmEmail: stage.alarmEmail,
    ...Object.fromEntries(
      Object.entries(stage.apis).map(([name, { url }]) => [`apis.${name}.url`, url]),
    ),
  };
  return Object.entries(named)
    .filter(([, text]) => text === undefined || isExample(text))
    .map(([name]) => name);
};

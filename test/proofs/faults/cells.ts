import { createPet } from '../../../functions/create-pet/contract.ts';
import { operations } from '../../../functions/operations.ts';
import type { ErrorCode } from '../../../lib/errors/errors.ts';
import type { TableName } from '../../../lib/storage/tables.ts';
import type { Fault } from '../../support/faulty-engine.ts';
import { chance } from '../history/chance.ts';
import { authorizer } from './authorizer-probe.ts';
import { sendingExamples } from './example-probe.ts';
import type { OpenProbe } from './probe.ts';

/** A kind of request, and the table whose requests fail. */
export interface Lane {
  readonly name: string;
  /** The operation's id, or the authorizer. */
  readonly of: string;
  readonly open: OpenProbe;
  readonly table: TableName;
  /** @default - all actions */
  readonly action?: string;
  /**
   * Whether every request reaches the table, so that all fail when it always does.
   * @default true
   */
  readonly always?: false;
  /** Whether the table is used after the answer, by the recording of events. @default false */
  readonly later?: true;
  /** The error code of answers when every attempt fails; undefined if clients notice nothing. */
  readonly codeOf: (fault: Fault) => ErrorCode | undefined;
}

/** A refused request was not applied; without an answer its result is unknown. */
const REFUSED: readonly Fault[] = ['throttled', 'overloaded', 'broken'];

const byFault = (fault: Fault): ErrorCode => (REFUSED.includes(fault) ? 'unavailable' : 'timeout');

const lanes = (name: string, open: OpenProbe, ...tables: readonly TableName[]): readonly Lane[] =>
  tables.map((table) => ({ name, of: name.split(' ')[0] ?? '', open, table, codeOf: byFault }));

const ofAuthorizer = { open: authorizer, of: 'authorizer', table: 'apiKeys' } as const;

/** Every operation on every table that its contract names, the recording of an event, and the authorizer. */
const ALL: readonly Lane[] = [
  ...lanes('createPet and its event', sendingExamples(createPet, 'pets'), 'events').map((lane) => ({
    ...lane,
    later: true as const,
    codeOf: () => undefined,
  })),
  { ...ofAuthorizer, name: 'authorizer', action: 'GetItem', codeOf: () => 'unavailable' },
  { ...ofAuthorizer, name: 'authorizer: last use', action: 'UpdateItem', codeOf: () => undefined },
  ...operations.flatMap((contract) =>
    [...new Set(contract.access.map(({ table }) => table))]
      .flatMap((table) => lanes(contract.operationId, sendingExamples(contract, table), table))
      // The data of one request may save the next one a read of a table.
      .map((lane) => ({ ...lane, always: false as const })),
  ),
];

/** FAULTS_OF chooses some: all of an operation (`getPet,listPets`), or those of a name (`createPet and its event`). */
const chosen = process.env['FAULTS_OF']?.split(',');

export const LANES = ALL.filter(
  ({ of, name }) => chosen?.some((each) => each === of || each === name) ?? true,
);

export const FAULTS: readonly Fault[] = [
  ...REFUSED,
  'reset',
  'hang',
  'lost-reset',
  'lost-hang',
  'lost-stall',
];

/** How many of a hundred requests to the table fail. */
export const RATES = [10, 100] as const;

/** One square of the matrix. */
export interface Cell {
  readonly lane: Lane;
  readonly fault: Fault;
  readonly rate: (typeof RATES)[number];
}

export const cellsOf = (lane: Lane): readonly Cell[] =>
  FAULTS.flatMap((fault) => RATES.map((rate) => ({ lane, fault, rate })));

export const nameOf = ({ lane, fault, rate }: Cell): string =>
  `${lane.name}, ${lane.table} ${fault} ${rate}%`;

/**
 * Whether the request to the table with this number, from 0, fails. At 10% it is one of each ten,
 * chosen by the seed.
 */
export const fails = (cell: Cell, seed: number, number: number): boolean => {
  if (cell.rate === 100) return true;
  const ten = `${nameOf(cell)}, ten ${Math.floor(number / 10)}`;
  return Math.floor(10 * chance(seed, ten)) === number % 10;
};

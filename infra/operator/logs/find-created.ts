import { member } from './log-filter.ts';
import { fieldsOf, type StageLogs } from './stage-logs.ts';

export interface Created {
  /** The operation, such as `createPet`. */
  readonly part: string;
  readonly id: string;
  /** Whose it is: the account of the key. */
  readonly accountId: string;
  /** Its revision then, if it has revisions. */
  readonly revision: string | undefined;
}

const PAGE = 10_000;

/** Finds what a key created since the logs were opened, until a time, in no order: each once, also if its request was repeated. */
export const findCreated = async (
  { find }: Pick<StageLogs, 'find'>,
  keyId: string,
  until: Date,
): Promise<readonly Created[]> => {
  const patterns = [member('code', 'created'), member('keyId', keyId)];
  const found = new Map<string, Created>();
  for (let end = until; ; ) {
    const rows = await find(patterns, 'functions', { until: end, most: PAGE });
    for (const { part = '', '@message': message = '' } of rows) {
      const { id = '', accountId = '', revision } = fieldsOf(message);
      found.set([part, id, revision].join(), { part, id, accountId, revision });
    }
    if (rows.length < PAGE) return [...found.values()];
    // The oldest of them, and what else is of its millisecond.
    end = new Date(`${rows[0]?.['@timestamp']}Z`);
  }
};

import { describe, expect, test } from '@jest/globals';
import type { ErrorCode } from '../../lib/errors/errors.ts';
import type { Precondition } from '../../lib/revisions/precondition.ts';
import type { TestEngine } from '../support/engine.ts';
import { expectRefused } from '../support/expect-refused.ts';
import type { LostAnswers } from '../support/faulty-client.ts';
import { STRANGER } from '../support/stored-pets.ts';

type Storage = Pick<TestEngine, 'client' | 'tables'>;

/** Something that is stored, with an owner. */
export interface Thing {
  readonly id: bigint | string;
  readonly accountId: string;
  readonly revision: string;
}

export type Run = (storage: Storage, thing: Thing, how: Precondition) => Promise<unknown>;

/** An operation that changes or deletes something in a state that the client names. */
interface Change {
  readonly create: () => Promise<Thing>;
  readonly get: (thing: Thing) => Promise<unknown>;
  /** Does it: each time another change, where it is one. */
  readonly run: Run;
  /** Deletes the thing. @default run, where it deletes */
  readonly remove?: Run;
  /** The action that writes. */
  readonly action: 'TransactWriteItems' | 'UpdateItem';
  /** The codes for what is not there, belongs to another account, and was changed by another at the same time. */
  readonly codes: readonly [missing: ErrorCode, foreign: ErrorCode, late: ErrorCode];
}

/** Does something 20 times at once. Gives the results, and the errors. */
export const atOnce = async <Result>(run: (nth: number) => Promise<Result>) => {
  const ends = await Promise.allSettled(Array.from({ length: 20 }, (_, nth) => run(nth)));
  return {
    won: ends.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    errors: ends.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])),
  };
};

/** Expects of operations what all of them promise that change or delete one thing. */
export const describeChanges = (
  engine: TestEngine,
  lost: LostAnswers,
  changes: Readonly<Record<string, Change>>,
): void => {
  const distant = { client: lost.client, tables: engine.tables };

  describe.each(Object.entries(changes))('%s', (name, change) => {
    const { create, get, run, remove = run, action } = change;
    const [missing, foreign, late] = change.codes;
    const isDelete = name.startsWith('delete');
    const stateOf = (thing: Thing) => get(thing).catch(({ code }: { code: string }) => code);
    const by = ({ accountId }: Thing, ...tags: string[]): Precondition => ({
      accountId,
      ifMatch: tags.length > 0 ? tags : undefined,
    });
    const gone = isDelete ? missing : undefined;

    test('takes effect only in a state that is named: of one tag of many, and of none', async () => {
      const thing = await create();
      const others = Array.from({ length: 99 }, (_, nth) => `other-${nth}`);
      await expectRefused(run(engine, thing, by(thing, ...others)), 'precondition_failed');
      const none = { ...by(thing), ifMatch: [] };
      await expectRefused(run(engine, thing, none), 'precondition_failed');
      expect(await get(thing)).toEqual(thing);
      const after = await run(engine, thing, by(thing, ...others, thing.revision));
      expect(await stateOf(thing)).toEqual(gone ?? after);
      await expectRefused(run(engine, thing, by(thing, thing.revision)), late);
      expect(await stateOf(thing)).toEqual(gone ?? after);
    });

    test('of another account fails before the tag is looked at, and changes nothing', async () => {
      const thing = await create();
      for (const ifMatch of [undefined, '*' as const, ['other'], [thing.revision]]) {
        const how = { accountId: STRANGER, ifMatch };
        await expectRefused(run(engine, thing, how), foreign);
      }
      expect(await get(thing)).toEqual(thing);
    });

    test('of what is not there fails, and makes nothing', async () => {
      const thing = await create();
      await remove(engine, thing, by(thing));
      for (const ifMatch of ['*' as const, [thing.revision]]) {
        const how = { accountId: thing.accountId, ifMatch };
        await expectRefused(run(engine, thing, how), missing);
      }
      expect(await stateOf(thing)).toMatch(/_not_found$/);
    });

    test('20 times at once with one tag takes effect once', async () => {
      const thing = await create();
      const { won, errors } = await atOnce(() => run(engine, thing, by(thing, thing.revision)));
      expect(won).toHaveLength(1);
      expect(await stateOf(thing)).toEqual(gone ?? won[0]);
      for (const error of errors) expect(error).toMatchObject({ code: late });
    });

    test('whose answer is lost is the success that it was', async () => {
      const thing = await create();
      lost.loseAnswer(action);
      const after = await run(distant, thing, by(thing, thing.revision));
      expect(await stateOf(thing)).toEqual(gone ?? after);
    });

    // A transaction is repeated with its token: it is known not to have happened twice.
    if (action === 'UpdateItem') {
      test.each(['with', 'without'])(
        'whose answer is lost, %s a tag, takes effect at most once, and nobody says how it ended',
        async (which) => {
          const thing = await create();
          let other: unknown;
          lost.loseAnswer(action, async () => {
            other = await run(engine, thing, by(thing));
          });
          const tags = which === 'with' ? [thing.revision] : [];
          await expectRefused(run(distant, thing, by(thing, ...tags)), 'timeout');
          expect(await get(thing)).toEqual(other);
        },
      );
    }

    // updateWebhook reads first, and is refused before it writes.
    if (name === 'updateWebhook') return;
    test('whose request is lost and which is refused then may still happen', async () => {
      const thing = await create();
      lost.loseRequest(action);
      await expectRefused(run(distant, thing, by(thing, 'other')), 'timeout');
    });
  });
};

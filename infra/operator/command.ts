import { BACKFILLS } from './backfills/all-backfills.ts';
import { addAccountCommands } from './commands/account-commands.ts';
import { addBackfillCommands } from './commands/backfill-commands.ts';
import { addKeyCommands } from './commands/key-commands.ts';
import { addLogCommands } from './commands/log-commands.ts';
import { openProgram, type Program } from './commands/program.ts';
import { addRestoreCommands } from './commands/restore-commands.ts';
import { addWebhookCommands } from './commands/webhook-commands.ts';

/** The operators' command line: `--help` at every level, options of all levels in any place. */
export const createProgram = (backfills = BACKFILLS): Program => {
  const program = openProgram();
  addAccountCommands(program);
  addKeyCommands(program);
  addLogCommands(program);
  addRestoreCommands(program);
  addWebhookCommands(program);
  addBackfillCommands(program, backfills);
  return program;
};

import { createProgram } from '../../../infra/operator/command.ts';
import { reportError } from '../../../infra/operator/terminal/errors.ts';
import { STATUS_SHARD } from '../../support/status-shard.ts';

// The operators' command line, with a backfill.
try {
  await createProgram({ statusShard: STATUS_SHARD }).parseAsync();
} catch (error) {
  process.exitCode = reportError('operator', error);
}

import { existsSync } from 'node:fs';
import { MINISTACK } from './ministack-folder.ts';
import { proveDeployment } from './prove-deployment.ts';

/** Deploys both stages to an AWS on this machine, uses them, changes them and removes them. */

if (!existsSync(MINISTACK)) {
  console.error('MiniStack is missing: run npm run tools -- deploy once.');
  process.exit(1);
}
try {
  await proveDeployment();
} catch (error) {
  console.error(`failed\n${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
process.exit();

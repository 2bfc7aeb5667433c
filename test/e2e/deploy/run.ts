import { proveDeployment } from './prove-deployment.ts';

/** Deploys both stages to an AWS on this machine, uses them, changes them and removes them. */

try {
  await proveDeployment();
} catch (error) {
  console.error(`failed\n${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
process.exit();

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPENAPI_GENERATOR } from './tool-paths.ts';

const { folder, version } = OPENAPI_GENERATOR;
const command = join(folder, 'openapi-generator-cli');
const artifact = `org.openapitools:openapi-generator-cli:${version}`;
if (existsSync(command)) {
  console.log(`openapi-generator is there already: ${command}`);
} else {
  console.log('Fetching openapi-generator (32 MB) ...');
  const words = ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, '-Dmdep.stripVersion'];
  const options = [`-DoutputDirectory=${folder}`, '-Dmdep.useBaseVersion'];
  if (spawnSync('mvn', [...words, ...options], { stdio: 'inherit' }).status !== 0) {
    console.error('openapi-generator cannot be installed: it needs Maven (mvn) and Java 17.');
    process.exit(1);
  }
  mkdirSync(folder, { recursive: true });
  const script = '#!/bin/sh\nexec java -jar "$(dirname "$0")/openapi-generator-cli.jar" "$@"\n';
  writeFileSync(command, script, { mode: 0o755 });
}

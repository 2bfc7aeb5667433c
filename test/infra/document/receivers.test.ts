import { execFileSync } from 'node:child_process';
import { test } from '@jest/globals';
import { expectReceives, useReceivers } from '../../support/page-receiver.ts';

useReceivers();

/** What the receivers of the guide need, besides Node. */
const TOOLS = { go: 'Go 1.26', python3: 'Python 3.11' };

test.each([
  ['receiver.py', 'python3', ['--version']],
  ['receiver.go', 'go', ['version']],
] as const)(
  '%s of the guide takes what the service signs, and nothing else',
  async (name, tool, words) => {
    try {
      execFileSync(tool, words);
    } catch (cause) {
      throw new Error(`${tool} is missing: install ${TOOLS[tool]} or newer.`, { cause });
    }
    const commandOf = (file: string): readonly [string, ...string[]] => {
      if (tool === 'python3') return [tool, file];
      execFileSync(tool, ['build', '-o', `${file}.built`, file]);
      return [`${file}.built`];
    };
    await expectReceives(name, commandOf, { keepsNumbers: true });
  },
  180_000,
);

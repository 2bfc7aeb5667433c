import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Run by npm after it changes dependencies, also by a Node that runs no TypeScript: takes the
 * registry out of the lockfile. With the rest of an address, npm need not ask the registry for it.
 */
const LOCKFILE = 'package-lock.json';
const ADDRESS = /"https?:\/\/[^"]*?\/((?:@[^/"]+\/)?[^/"]+\/-\/[^/"]+\.tgz)"/g;

const text = readFileSync(LOCKFILE, 'utf8');
const neutral = text.replace(ADDRESS, '"https://registry.invalid/$1"');
if (neutral !== text) writeFileSync(LOCKFILE, neutral);

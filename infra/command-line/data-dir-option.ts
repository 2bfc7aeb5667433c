import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';

const parseFolder = (text: string): string => {
  if (text === '') throw new InvalidArgumentError('It is the path of a folder.');
  return resolve(text.replace(/^~(?=\/|$)/, homedir()));
};

/** The option for the folder of a local stage, an absolute path; `.local` if it is left out. */
export const dataDirOption = (description: string) =>
  new Option('--data-dir <folder>', description)
    .argParser(parseFolder)
    .default(resolve('.local'), '.local');

import { InvalidArgumentError } from 'commander';

/** Reads an option that is a whole number within bounds. */
export const wholeNumber = (least: number, most: number) => (text: string) => {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`);
  }
  return number;
};

/** The folder of an operation in `functions/`: its id in kebab-case. */
export const operationFolder = (operationId: string): string =>
  operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

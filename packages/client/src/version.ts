// Made by `npm run generate`: do not edit.

export const VERSION = '1.0.0';

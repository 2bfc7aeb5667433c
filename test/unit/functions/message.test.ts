import { describe, expect, test } from '@jest/globals';
import { NewMessage } from '../../../functions/create-message/message.ts';

const faults = (value: unknown) =>
  NewMessage.safeParse(value).error?.issues.map(({ path, message }) =>
    [...path, message].join(' '),
  );

describe('a new message', () => {
  test.each(['x', ' ', '\u0000', '\u{1F436}'.repeat(4096), 'e\u0301'])(
    'is kept exactly: %j',
    (message) => {
      expect(NewMessage.parse({ message, id: 'mine' })).toEqual({ message });
    },
  );

  test.each([
    [{}, 'message is required'],
    [{ message: null }, 'message must be a string'],
    [{ message: 7n }, 'message must be a string'],
    [{ message: '' }, 'message must be 1 to 4096 characters long'],
    [{ message: 'x'.repeat(4097) }, 'message must be 1 to 4096 characters long'],
    [{ message: '\udc36' }, 'message must be well-formed Unicode, without lone surrogates'],
    [[], 'The body must be a JSON object'],
  ])('is refused: %j', (value, fault) => {
    expect(faults(value)).toEqual([fault]);
  });
});

import { expect, test } from '@jest/globals';
import { operations } from '../../../../functions/operations.ts';
import {
  type ExampleAnswer,
  examplesBefore,
  fillIn,
  type NamedExample,
} from '../../../../infra/docs/openapi/example-request.ts';

const answer: ExampleAnswer = {
  body: { id: 9007199254740993n, name: 'Rex' },
  header: (name) => (name === 'ETag' ? '"1"' : undefined),
};
const answers = new Map([['pet', answer]]);

test('members and headers of earlier answers take the place of their names', () => {
  const request = {
    petId: '{pet.id}',
    ids: '{pet.id},{pet.id}',
    headers: [{ 'If-Match': '{pet@ETag}' }],
    status: 'sold',
    least: 1,
  };
  expect(fillIn(request, answers)).toEqual({
    petId: 9007199254740993n,
    ids: '9007199254740993,9007199254740993',
    headers: [{ 'If-Match': '"1"' }],
    status: 'sold',
    least: 1,
  });
});

test.each(['{pet.age}', '{pet@Link}', '{dog.id}'])(
  '%s, which no answer has, is an error',
  (text) => {
    expect(() => fillIn({ petId: text }, answers)).toThrow(text);
  },
);

test('an example that is sent after one that does not exist is an error that names both', () => {
  const [contract] = operations;
  if (contract === undefined) throw new Error('There are no operations');
  const named: NamedExample = {
    contract,
    name: 'lost',
    example: { summary: '', after: { pet: 'createPet.none' } },
  };
  expect(() => examplesBefore(named)).toThrow(
    `${contract.operationId}.lost is sent after createPet.none`,
  );
});

import { openListPets } from '../storage.js';

/** The floor: what nobody can do without. */
const listPets = openListPets();

export const handler = async (event) => ({
  statusCode: 200,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(await listPets(Number(event.queryStringParameters.limit))),
});

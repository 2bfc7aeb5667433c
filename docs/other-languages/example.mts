import { client } from './petstore/client.gen.js';
import { createPet, listEvents, listPets } from './petstore/index.js';

client.setConfig({ baseUrl: process.env['BASE_URL'], auth: process.env['API_KEY'] });

for (const name of ['Rex', 'Tom']) {
  const { data: pet } = await createPet({ body: { name, categoryId: 7 }, throwOnError: true });
  console.log('created', pet.name);
}

let cursor: string | undefined;
do {
  const { data, response } = await listPets({ query: { status: 'available', limit: 1, cursor } });
  console.log('page', ...(data ?? []).map(({ name }) => name));
  cursor = /cursor=([\w-]+)/.exec(response?.headers.get('link') ?? '')?.[1];
} while (cursor);

const { error } = await listPets({ query: { cursor: 'unknown' } });
console.log('error', error?.status, error?.code);

const { data: events = [] } = await listEvents({ query: { limit: 1 } });
for (const { position, type, data } of events)
  console.log('event', position, type, data.name, data.categoryId);

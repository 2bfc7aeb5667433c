import { allPets, createPet, createPetStore } from './pet-store.ts';

/** Creates a pet, then counts all pets: BASE_URL=… API_KEY=… node docs/client/example.ts */

const { BASE_URL = 'http://localhost:3000/v1', API_KEY = '' } = process.env;
const petStore = createPetStore(BASE_URL, API_KEY);

const rex = await createPet(petStore, { name: 'Rex', categoryId: 9007199254740993n });
console.log(`Created pet ${rex.id} of category ${rex.categoryId}: ${rex.status}`);

let count = 0;
for await (const pet of allPets(petStore, { limit: 100 })) {
  count += 1;
  if (pet.id === rex.id) console.log(`Found pet ${pet.id} of category ${pet.categoryId}`);
}
console.log(`There are ${count} pets`);

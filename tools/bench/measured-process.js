/**
 * One fresh process: an instance of a function as Lambda starts it. It is JavaScript, as stripping
 * types would take memory. It prints its measurements as JSON.
 */

const order = JSON.parse(process.argv[2]);
const text = JSON.stringify(order.event);

// Lambda's own runtime client loads this module before the function.
process.getBuiltinModule('node:http');

const context = {
  awsRequestId: '3f1c1f55-6d8d-4f0a-9d3c-0d4d5a1c8d1e',
  callbackWaitsForEmptyEventLoop: true,
  functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
  functionVersion: '$LATEST',
  getRemainingTimeInMillis: () => 9000,
  invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:bench',
  memoryLimitInMB: '1024',
};

/** Microseconds of the processor, all threads. */
const cpuSince = (usage) => {
  const { user, system } = process.cpuUsage(usage);
  return user + system;
};

/** An init and the first call. The next one shows that a second call answers, too. */
const cold = async () => {
  const start = process.cpuUsage();
  const { handler } = await import(order.bundle);
  const answer = await handler(JSON.parse(text), context);
  const cpu = cpuSince(start);
  const memory = process.memoryUsage.rss();
  return { cpu, memory, answers: [answer, await handler(JSON.parse(text), context)] };
};

const pet = (categoryId) => ({ id: categoryId, name: 'Rex', categoryId, status: 'available' });
const page = (categoryId) => Array.from({ length: 20 }, () => pet(categoryId));

/** Storage that answers at once. The service's own holds bigints, revisions, and the place of the next page. */
const storage = {
  peer: {
    getPet: async () => pet(1),
    createPet: async ({ status = 'available', ...input }) => ({ id: 1, ...input, status }),
    listPets: async () => page(1),
  },
  service: {
    getPet: async () => ({ ...pet(1n), revision: 'revision' }),
    createPet: async (input) => ({
      item: { id: 1n, ...input, revision: 'revision' },
      replayed: false,
    }),
    listPets: { list: async () => ({ items: page(1n), next: 20n }) },
  },
};

/** A call with the work that Lambda's runtime client does around it in the same process. */
const call = async (handler) => {
  const answer = await handler(JSON.parse(text), context);
  JSON.stringify(answer);
  return answer;
};

const warm = async () => {
  const module = await import(order.bundle);
  const handler = module.open(storage[order.storage][order.job]);
  for (let count = 0; count < order.calls.before; count += 1) await call(handler);
  const start = process.cpuUsage();
  for (let count = 0; count < order.calls.measured; count += 1) await call(handler);
  const cpu = cpuSince(start) / order.calls.measured;
  return { cpu, memory: process.memoryUsage.rss(), answers: [await call(handler)] };
};

try {
  const result = JSON.stringify(await (order.kind === 'cold' ? cold() : warm()));
  // After all lines that functions wrote. Open connections would keep the process alive.
  process.stdout.write(`${result}\n`, () => process.exit());
} catch (error) {
  // Node would print the line of the bundle, which is minified.
  console.error(error.stack.split('\n', 5).join('\n'));
  process.exit(1);
}

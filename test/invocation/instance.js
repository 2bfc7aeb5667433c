/**
 * Runs in its own process, where it is one instance of a function, and prints what that
 * cost as JSON. It is JavaScript because what strips TypeScript's types takes time and memory that
 * no instance on Lambda needs.
 */
const [module, file, calls] = process.argv.slice(2);
const { events, status } = JSON.parse(
  process.getBuiltinModule('node:fs').readFileSync(file, 'utf8'),
);
let called = 0;

/** Milliseconds of processor time that the process took so far, all threads together. */
const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const measure = async (work) => {
  const [cpu, start] = [spent(), performance.now()];
  await work();
  return { cpu: spent() - cpu, wall: performance.now() - start };
};
const megabytes = () => process.memoryUsage.rss() / 1024 ** 2;

const context = { awsRequestId: 'request-1', getRemainingTimeInMillis: () => 10_000 };
let handler;
const invoke = async () => {
  const event = events[called % events.length];
  called += 1;
  const { statusCode } = await handler(structuredClone(event), context);
  if (statusCode !== status) throw new Error(`The function answered ${statusCode}, not ${status}`);
};
let peak = 0;
const invokeOften = async () => {
  for (let count = 0; count < calls / 2; count += 1) {
    await invoke();
    peak = Math.max(peak, megabytes());
  }
};

const init = await measure(async () => {
  ({ handler } = await import(module));
});
const first = await measure(invoke);
const afterFirst = megabytes();
await invokeOften();
const warm = await measure(invokeOften);

console.log(JSON.stringify({ init, first, warm, memory: { afterFirst, peak } }));
process.exit();

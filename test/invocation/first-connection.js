/**
 * A program: loads a bundle, tells so, and hands its function one event each time it is asked to.
 * JavaScript, as `first-call.js`.
 */
const [entry, event] = process.argv.slice(2);
const { handler } = await import(entry);
process.on('message', async () => {
  const { statusCode } = await handler(JSON.parse(event), { getRemainingTimeInMillis: () => 9000 });
  process.send(statusCode);
});
process.send('loaded');

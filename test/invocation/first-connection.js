/**
 * A program: loads a bundle, tells so, and hands its function one event each time it is asked to.
 * Connections to a host, where one is given, lead to another address. JavaScript, as `first-call.js`.
 */
const [entry, event, host, address] = process.argv.slice(2);
if (host) {
  const { port, hostname } = new URL(address);
  const tls = process.getBuiltinModule('node:tls');
  const { connect } = tls;
  tls.connect = (options) => {
    // By its name a server chooses the certificate (RFC 6066, "Server Name Indication").
    const named = `${options.servername}:${options.port}`;
    if (named !== host) throw new Error(`${named} is called`);
    return connect({ ...options, host: hostname, port, servername: '' });
  };
}
const { handler } = await import(entry);
process.on('message', async () => {
  const { statusCode } = await handler(JSON.parse(event), { getRemainingTimeInMillis: () => 9000 });
  process.send(statusCode);
});
process.send('loaded');

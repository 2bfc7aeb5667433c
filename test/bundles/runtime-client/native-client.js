import { registerHooks } from 'node:module';

/**
 * Preloaded into AWS's runtime client, it stands in for the client's native part, which is not
 * built here: the same three functions, over HTTP. JavaScript, as Node takes long to load its
 * loader of types.
 */

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === './rapid-client.node'
      ? { url: import.meta.url, shortCircuit: true }
      : next(specifier, context),
});

// An import of it would load undici.
const { Agent, request } = process.getBuiltinModule('node:http');
const BASE = `http://${process.env.AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/invocation`;
// One socket, so the result of an event is sent before the next event is asked for.
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const send = (method, path, body) =>
  new Promise((resolve, reject) => {
    request(`${BASE}/${path}`, { method, agent }, async (response) => {
      const chunks = await response.toArray();
      resolve({ bodyJson: Buffer.concat(chunks).toString(), headers: response.headers });
    })
      .on('error', reject)
      .end(body);
  });

export const next = () => send('GET', 'next');
export const done = (requestId, result) => void send('POST', `${requestId}/response`, result);
export const error = (requestId, thrown) => void send('POST', `${requestId}/error`, thrown);

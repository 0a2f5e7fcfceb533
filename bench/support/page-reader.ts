import { Agent, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';

/** Returns what reads a page once, over connections that stay open. It throws unless the page is there. */
export function pageReader(url: string, connections: number, cookie = ''): () => Promise<void> {
  const isSecure = url.startsWith('https:');
  const options = { keepAlive: true, maxSockets: connections };
  const agent = isSecure ? new SecureAgent(options) : new Agent(options);
  const send = isSecure ? secureRequest : request;
  const headers = { 'accept-encoding': 'br, gzip', ...(cookie !== '' && { cookie }) };
  return () =>
    new Promise((resolve, reject) => {
      send(url, { agent, headers }, (response) => {
        response.resume();
        response.on('end', () =>
          response.statusCode === 200
            ? resolve()
            : reject(new Error(`${url}: ${response.statusCode}`)),
        );
      })
        .on('error', reject)
        .end();
    });
}

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { freePort } from '#test/support/server-process.ts';

const closers: (() => unknown)[] = [];
afterAll(() => Promise.all(closers.splice(0).map((close) => close())));

/** The address of a server that takes every call in this way until the test file ends. */
export async function serverThat(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Ways in which a server on the network can fail whoever depends on it. */
export const networkFaults: [string, () => Promise<string>][] = [
  ['refuses connections', async () => `http://127.0.0.1:${await freePort()}`],
  ['has no address', async () => 'http://host.invalid'],
  ['closes the connection at once', () => serverThat((request) => request.socket.destroy())],
  [
    'closes it in the middle of what comes in',
    () => serverThat((request) => request.once('data', () => request.socket.destroy())),
  ],
  [
    'closes it in the middle of its answer',
    () =>
      serverThat((request, response) => {
        request.resume();
        response.writeHead(200, { 'content-length': '100000' });
        response.write('<?xml version="1.0"?><ListBucketResult>', () => request.socket.destroy());
      }),
  ],
  ['answers 403', () => serverThat(answerOf(403))],
  ['answers 500', () => serverThat(answerOf(500))],
  ['never answers', () => serverThat((request) => void request.resume())],
  ['never reads', () => serverThat((request) => void request.pause())],
];

function answerOf(status: number): RequestListener {
  return (request, response) => {
    request.resume();
    response.writeHead(status).end('broken');
  };
}

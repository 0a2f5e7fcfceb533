import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestApp } from '#test/support/app.ts';
import { recordFigures } from '#test/support/figures.ts';

const testApp = useTestApp({ own: true });
const sockets: Socket[] = [];
let port: number;

beforeAll(async () => {
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  port = (testApp.app.server.address() as AddressInfo).port;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

test('200 callers who never finish their request do not affect the others', async () => {
  const unfinished = [
    'GET / HTTP/1.1\r\nhost: x\r\nx-a: ',
    'POST /api/contact HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{',
  ];
  for (let number = 0; number < 200; number++) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(unfinished[number % 2] ?? '');
  }
  let slowest = 0;
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const startedAt = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port}/api/causes`);
      slowest = Math.max(slowest, performance.now() - startedAt);
      return answer;
    }),
  );
  const statuses = answers.map(({ status }) => status);
  recordFigures('A47', {
    'unfinished requests': sockets.length,
    'other responses meanwhile': statuses.filter((status) => status === 200).length,
    'slowest of them in milliseconds': Math.round(slowest),
  });
  expect(statuses).toEqual(Array(50).fill(200));
});

test('a request that takes longer than half a minute is aborted', () => {
  const { requestTimeout, headersTimeout } = testApp.app.server;
  expect(requestTimeout).toBe(30_000);
  expect(headersTimeout).toBeLessThanOrEqual(60_000);
});

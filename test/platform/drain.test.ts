import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { closeInOrder } from '#server/platform/http/close-in-order.ts';

test('a server that is to stop says so and takes calls for as long as it is told, then closes its port', async () => {
  const app = Fastify({ return503OnClosing: false });
  const isClosing = closeInOrder(app, readConfig({ DRAIN_SECONDS: '1.5' }).drainSeconds);
  app.get('/', async () => ({ isClosing: isClosing() }));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const answer = async () => (await fetch(url)).json();
  expect(await answer()).toEqual({ isClosing: false });
  let isClosed = false;
  const closed = app.close().then(() => {
    isClosed = true;
  });
  await expect.poll(answer).toEqual({ isClosing: true });
  expect(isClosed).toBe(false);
  await closed;
  await expect(fetch(url)).rejects.toThrow();
});

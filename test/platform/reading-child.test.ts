import { fork } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findAddressesInChild } from '#server/imports/read-in-child.ts';
import type { Message } from '#server/platform/reading/run-in-child.ts';

const addresses = Array.from({ length: 1_201 }, (_, place) => `donor-${place}@example.org`);
const bytes = new TextEncoder().encode(addresses.join('\n'));

test('a process that reads a file sends a long list in parts, which are read one by one', async () => {
  const entry = new URL('../../src/server/imports/reading-child.ts', import.meta.url);
  const child = fork(fileURLToPath(entry), { serialization: 'advanced', env: {} });
  child.send({ bytes });
  const lengths: number[] = [];
  for await (const [message] of on(child, 'message') as AsyncIterable<[Message<object>]>) {
    if (!('list' in message)) {
      expect(message).toEqual({ result: { addresses: [] } });
      break;
    }
    lengths.push(message.part.length);
  }
  expect(lengths).toEqual([500, 500, 201]);
});

test('the list is whole, in its order', async () => {
  expect(await findAddressesInChild(bytes)).toEqual(addresses);
});

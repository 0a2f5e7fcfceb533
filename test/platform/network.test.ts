import { describe, expect, test } from 'vitest';
import { networkOf, siteOf, trustedProxies } from '#server/platform/security/network.ts';

test.each([
  '2001:db8:7:1::1',
  '2001:DB8:7:1::1',
  '2001:0db8:0007:0001:ffff:ffff:ffff:ffff',
  '2001:db8:7:1:0:0:192.0.2.1',
  '2001:db8:7:1::1%eth0',
  '[2001:db8:7:1::1]',
  '[2001:db8:7:1::1]:443',
  '"[2001:db8:7:1::1]:443"',
])('%s belongs to its /64', (address) => {
  expect(networkOf(address)).toBe('2001:db8:7:1::');
});

test.each([
  ['2001:db8::1', '2001:db8::'],
  ['2001:db8:7:1:2:3:4::', '2001:db8:7:1::'],
  ['2001:db8:0:1::1', '2001:db8:0:1::'],
  ['1::2:3:4:5:6:7', '1:0:2:3::'],
  ['::1', '::'],
  ['fe80::1%eth0', 'fe80::'],
  // Not the prefix of a translator.
  ['64:ff9b::1:0:192.0.2.1', '64:ff9b::'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  '192.0.2.1',
  '::ffff:192.0.2.1',
  '::FFFF:192.0.2.1',
  '::ffff:c000:201',
  '::ffff:192.0.2.1%eth0',
  '192.0.2.1:443',
  '[::ffff:192.0.2.1]:443',
  '::ffff:192.0.2.1:443',
  '"192.0.2.1"',
  '"192.0.2.1:443"',
  '"[::ffff:192.0.2.1]:443"',
  '64:ff9b::192.0.2.1',
  '[64:ff9b::c000:201]:443',
])('%s is a single IPv4 address', (address) => {
  expect(networkOf(address)).toBe('192.0.2.1');
});

test.each([
  '',
  'unknown',
  '7',
  '010.0.0.1',
  '192.0.2.1:',
  '192.0.2.1:443:443',
  '[unknown]:443:',
  '2001:db8::1::2',
  '12345::1',
])('"%s" is not an IPv6 address and stays unchanged', (text) => {
  expect(networkOf(text)).toBe(text);
});

test.each([
  ['2001:db8:7:1::1', '2001:db8:7::'],
  ['2001:DB8:7:ffff::1%eth0', '2001:db8:7::'],
  ['[2001:db8:7:1::1]:443', '2001:db8:7::'],
  ['192.0.2.1', null],
  ['192.0.2.1:443', null],
  ['::ffff:192.0.2.1', null],
  ['64:ff9b::192.0.2.1', null],
  ['unknown', null],
])('%s belongs to the site %s', (address, site) => {
  expect(siteOf(address)).toBe(site);
});

describe('of the hops of a request,', () => {
  const isProxy = trustedProxies(['10.0.0.0/8', 'loopback', '2001:db8:7::/48']);

  test.each([
    '10.0.0.5',
    '10.0.0.5:4711',
    '"10.0.0.5:4711"',
    '::ffff:10.0.0.5',
    '127.0.0.1',
    '[::1]:4711',
    '"[2001:db8:7:1::1]:4711"',
  ])('%s is our proxy', (hop) => {
    expect(isProxy(hop)).toBe(true);
  });

  test.each([
    '192.0.2.1',
    '192.0.2.1:10',
    '64:ff9b::10.0.0.5',
    '10.0.0.5:4711:1',
    'unknown',
    '',
    undefined,
  ])('%s is not', (hop) => {
    expect(isProxy(hop)).toBe(false);
  });
});

test('a connection that is closed already belongs to no network', () => {
  const address = undefined as unknown as string;
  expect([networkOf(address), siteOf(address)]).toEqual(['', null]);
});

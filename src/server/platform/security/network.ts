import { compile } from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/* Which addresses count as one network, and which are our own proxies. */

// The prefix in which a translator (NAT64) shows IPv4 addresses to a server that only has IPv6.
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * The network that callers are counted by. A person with one IPv6 address has all of its /64, so those count as one; an
 * IPv4 address stands for itself, even if it arrives mapped or translated into IPv6. Some proxies add the caller's
 * port, which is left out: a caller has thousands of them. A text that is not an address is returned unchanged.
 */
export function networkOf(caller: string): string {
  const address = bareAddress(caller);
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipv4Within(address) ?? ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString();
}

/**
 * The /48 of an IPv6 address, the largest block that is given to one household or rented for the price of one server;
 * null for everything else.
 */
export function siteOf(caller: string): string | null {
  const address = bareAddress(caller);
  if (!ipaddr.IPv6.isValid(address) || ipv4Within(address) !== null) return null;
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/48`).toString();
}

/**
 * Tells Fastify which addresses of a request are our own proxies. Read like those of callers: a proxy that another one
 * names together with its port is still ours, or all of its callers would count as one.
 */
export function trustedProxies(ranges: string[]): (hop: string | undefined) => boolean {
  const isProxy = compile(ranges);
  // A connection that is closed already has no address.
  return (hop = '') => isProxy(bareAddress(hop), 0);
}

/** The IPv4 address that an IPv6 address stands for, or null. */
function ipv4Within(address: string): string | null {
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  if (!parsed.match(translated)) return null;
  return ipaddr.fromByteArray(parsed.toByteArray().slice(12)).toString();
}

/**
 * "192.0.2.1:4711", "::ffff:192.0.2.1:4711", and "[2001:db8::1]:4711" without the port, also in the quotes that some
 * proxies add. An IPv6 address of digits alone is full of colons and has none. Empty for a connection that is closed already:
 * it has no address.
 */
function bareAddress(caller = ''): string {
  return caller
    .replace(/^"(.*)"$/, '$1')
    .replace(/^(.*\.\d+):\d+$/, '$1')
    .replace(/^\[(.+)\](?::\d+)?$/, '$1');
}

import ipaddr from 'ipaddr.js';

/**
 * The network that callers are counted by. A person with one IPv6 address has all of its /64, so those count as
 * one; an IPv4 address stands for itself, even if it arrives mapped into IPv6. Some proxies add the caller's port,
 * which is left out: a caller has thousands of them. A text that is not an address is returned unchanged.
 */
export function networkOf(caller: string): string {
  const address = withoutPort(caller);
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString();
}

/**
 * The /48 of an IPv6 address, the largest block that is given to one household or rented for the price of one server;
 * null for everything else.
 */
export function siteOf(caller: string): string | null {
  const address = withoutPort(caller);
  if (!ipaddr.IPv6.isValid(address) || ipaddr.process(address).kind() === 'ipv4') return null;
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/48`).toString();
}

/** "192.0.2.1:4711" and "[2001:db8::1]:4711" without the port; a bare IPv6 address is full of colons and has none. */
function withoutPort(caller: string): string {
  return caller.replace(/^([\d.]+):\d+$/, '$1').replace(/^\[(.+)\](?::\d+)?$/, '$1');
}

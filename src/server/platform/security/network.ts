import ipaddr from 'ipaddr.js';

/**
 * The network that callers are counted by. A person with one IPv6 address has all of its /64, so those count as
 * one; an IPv4 address stands for itself, even if it arrives mapped into IPv6. A text that is not an address is
 * returned unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString();
}

/**
 * The /48 of an IPv6 address, the largest block that is given to one household or rented for the price of one server;
 * null for everything else.
 */
export function siteOf(address: string): string | null {
  if (!ipaddr.IPv6.isValid(address) || ipaddr.process(address).kind() === 'ipv4') return null;
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/48`).toString();
}

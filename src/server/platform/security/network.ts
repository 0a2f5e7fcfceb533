import ipaddr from 'ipaddr.js';

/**
 * The network that callers are counted by. Whoever has one IPv6 address has all of its /64, so those count as
 * one; an IPv4 address stands for itself, also where it comes wrapped into IPv6. What is no address is left as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString();
}

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

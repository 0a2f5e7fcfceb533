/* What stands in place of somebody who was erased. */

// A domain that can never exist (RFC 2606), so that no mail to such an address finds anybody.
const domain = 'erased.invalid';

/** The address of a donor or nominator who was erased: `erasedAddress(id)` is unique, and nobody's. */
export function erasedAddress(id: string): string {
  return `${id}@${domain}`;
}

/** Whether an address is that of somebody who was erased. */
export function isErasedAddress(address: string): boolean {
  return address.endsWith(`@${domain}`);
}

import { createHmac } from 'node:crypto';

/** What an address is recognized by in another copy of the database. */
export function hashAddress(address: string, sealKey: Buffer): string {
  return createHmac('sha256', sealKey).update(`erased ${address.toLowerCase()}`).digest('hex');
}

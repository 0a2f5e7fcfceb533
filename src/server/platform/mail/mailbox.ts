// Providers that ignore dots in front of the @.
const ignoringDots = ['gmail.com', 'googlemail.com'];

/**
 * The mailbox that an address most likely leads to: `Grace+news@Example.com` and `grace@example.com` are one, so that a
 * limit for each recipient cannot be passed with spellings. Never a place to send mail to.
 */
export function mailboxOf(address: string): string {
  const lower = address.trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  const domain = lower.slice(at + 1);
  const name = lower.slice(0, Math.max(at, 0)).replace(/(?<=.)\+.*$/, '');
  if (!ignoringDots.includes(domain)) return `${name}@${domain}`;
  return `${name.replaceAll('.', '')}@gmail.com`;
}

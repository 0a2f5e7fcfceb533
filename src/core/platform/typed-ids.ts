/* Whether a text that somebody typed can be an id, or the ID of a payment. */

/**
 * The hexadecimal digits of an id, or of the start of one, that somebody typed or pasted:
 * `idPrefix(" 019AB-C")` is `"019abc"`. Null for a text that starts no id.
 */
export function idPrefix(text: string): string | null {
  const hex = text.trim().toLowerCase().replaceAll('-', '');
  return /^[0-9a-f]{0,32}$/.test(hex) ? hex : null;
}

/** Whether a text has the form of a payment's id, which the admin area shows as "Stripe ID": `pi_…`, or `test_…`. */
export function isPaymentId(text: string): boolean {
  return /^(pi|test)_\w[\w-]*$/.test(text);
}

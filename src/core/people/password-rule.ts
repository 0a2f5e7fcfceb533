/* Which passwords are accepted. */

/**
 * Shown under the field if {@link isAcceptablePassword} returns false. Source: `docs/spec-coverage.md`, section
 * 5.
 */
export const passwordRuleMessage =
  'Must be at least 8 characters and include 1 lowercase letter, 1 uppercase letter, and 1 number';

/**
 * The longest password that can be chosen and entered, in characters: longer than any passphrase, short enough to
 * limit hashing work.
 */
export const passwordMaxLength = 1000;

/** At least 8 characters with a lowercase letter, an uppercase letter and a digit; letters of any script. */
export function isAcceptablePassword(password: string): boolean {
  return (
    password.length >= 8 &&
    /\p{Ll}/u.test(password) &&
    /\p{Lu}/u.test(password) &&
    /\d/.test(password)
  );
}

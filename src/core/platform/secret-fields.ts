/**
 * The fields that no browser may store, by their whole names in the contract: a postcode is no code. Those of the forms that
 * confirm a password are not sent.
 */
export const secretFields: ReadonlySet<string> = new Set([
  'password',
  'currentPassword',
  'confirmPassword',
  'passwordOrCode',
  'code',
  'passkey',
  'newPasskey',
  'token',
]);

/** Whether what is written in this JSON has such a field anywhere. Throws if it is no JSON. */
export function hasSecret(json: string): boolean {
  let isFound = false;
  JSON.parse(json, (name, value) => {
    isFound ||= secretFields.has(name);
    return value;
  });
  return isFound;
}

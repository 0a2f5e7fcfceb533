declare module 'fxa-common-password-list' {
  /** Mozilla's list of the most common passwords of at least 8 characters, in lower case. */
  const commonPasswords: { test(password: string): boolean };
  export default commonPasswords;
}

/** The secret of the link to a tracking page in a text. */
export function tokenIn(text: string | undefined): string {
  const token = /\/nomination#([\w-]+)/.exec(text ?? '')?.[1];
  if (!token) throw new Error(`No tracking link in: ${text}`);
  return token;
}

/** The secret of the link to a nominee's page in a text. */
export function consentTokenIn(text = ''): string {
  const token = /\/consent#([\w-]+)/.exec(text)?.[1];
  if (!token) throw new Error(`No link to a nominee's page in: ${text}`);
  return token;
}

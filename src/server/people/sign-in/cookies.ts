import type { Config } from '#server/platform/config.ts';

/* Names and flags of our cookies. */

/** Whether browsers reach the site over https. */
export function isHttps(config: Config): boolean {
  return config.publicUrl.startsWith('https://');
}

/** The full name of one of our cookies. */
export function hostCookie(config: Config, name: 'session' | 'browser' | 'provider'): string {
  // With the prefix, browsers reject the cookie from a sister domain; it is only allowed with https.
  return isHttps(config) ? `__Host-${name}` : name;
}

/** The flags of our cookies: no script reads them, and no other site sends them along with a change. */
export function cookieOptions(config: Config) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config) } as const;
}

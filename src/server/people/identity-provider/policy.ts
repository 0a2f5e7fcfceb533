import type { ProvenIdentity } from '#server/people/identity-provider/client.ts';
import type { Credentials } from '#server/people/sign-in/credentials.ts';

// How much the clocks of the provider and of this server may differ, in milliseconds.
const clockTolerance = 60_000;

/**
 * Whether the provider has asked somebody who they are since they left for it: most let in at once whoever is still
 * signed in there, which proves nothing about who sits at the browser. It also takes a second factor, if the account has
 * one here.
 */
export function hasProvenAnew(
  { askedAt, factors }: ProvenIdentity,
  leftAt: number,
  { secondFactor }: Credentials,
): boolean {
  if (askedAt === null || askedAt < leftAt - clockTolerance) return false;
  return secondFactor === null || factors === 2;
}

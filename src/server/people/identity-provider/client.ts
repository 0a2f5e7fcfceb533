import * as oidc from 'openid-client';
import { providerReturnPath } from '#contract/pages.ts';
import type { Config } from '#server/platform/config.ts';
import { AppError } from '#server/platform/errors.ts';

/* What we ask the provider of OpenID Connect for, and what of its ID token counts. */

/** What has to come back from the provider with whoever it signs in. */
export interface Expected {
  state: string;
  nonce: string;
  verifier: string;
}

/** Who the provider says somebody is: what we use of an ID token that was checked. */
export interface ProvenIdentity {
  issuer: string;
  subject: string;
  /** Null if the provider does not say that it has verified the address. */
  verifiedEmail: string | null;
  /** How many factors it vouches for. */
  factors: 1 | 2;
  /** When it has asked them last who they are, in milliseconds since 1970; null if it does not say. */
  askedAt: number | null;
}

/** The provider of OpenID Connect that this site is configured with. */
export interface Provider {
  name: string;
  issuer: string;
  /** The address where somebody signs in, and what to expect of their return; `anew` even if they still are there. */
  start(anew?: 'anew'): Promise<{ url: string; expected: Expected }>;
  /** Who has come back. Throws whatever is wrong with the address, the token, or the provider. */
  finish(returned: URL, expected: Expected): Promise<ProvenIdentity>;
}

const patienceSeconds = 10;
// Providers change their keys; the library fetches an unknown one anyway.
const rediscoverAfter = 3_600_000;

/** The provider of the configuration; null without one. It is asked only when somebody signs in. */
export function openProvider({ oidc: settings, publicUrl }: Config): Provider | null {
  if (settings === null) return null;
  const { issuer, clientId, clientSecret, name, asksSecondFactor } = settings;
  // As the provider prefers; without a word about it, the standard says how.
  const [inBody, inHeader] = [
    oidc.ClientSecretPost(clientSecret),
    oidc.ClientSecretBasic(clientSecret),
  ];
  const secretAuth: oidc.ClientAuth = (server, ...rest) =>
    server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
      ? inBody(server, ...rest)
      : inHeader(server, ...rest);
  let known: { client: oidc.Configuration; since: number } | null = null;
  const discover = async () => {
    if (known && Date.now() - known.since < rediscoverAfter) return known.client;
    const client = await oidc.discovery(new URL(issuer), clientId, clientSecret, secretAuth, {
      timeout: patienceSeconds,
      // The configuration allows it on this machine alone.
      execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
    });
    // The signature of the token, too, and not only the connection that it came through.
    oidc.enableNonRepudiationChecks(client);
    known = { client, since: Date.now() };
    return client;
  };
  return {
    name,
    issuer,
    async start(anew) {
      const client = await discover().catch((cause) => {
        throw providerUnavailable(name, cause);
      });
      const expected = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(client, {
        redirect_uri: `${publicUrl}${providerReturnPath}`,
        scope: 'openid email',
        state: expected.state,
        nonce: expected.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(expected.verifier),
        code_challenge_method: 'S256',
        // Zero seconds ago at the most: it has to ask, and to say when it did.
        ...(anew && { max_age: '0', prompt: 'login' }),
      });
      return { url: url.href, expected };
    },
    async finish(returned, { state, nonce, verifier }) {
      const tokens = await oidc.authorizationCodeGrant(await discover(), returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token.');
      const { iss, sub, email, email_verified: isVerified, amr, auth_time: askedAt } = claims;
      const saysTwo = Array.isArray(amr) && amr.includes('mfa');
      return {
        issuer: iss,
        subject: sub,
        verifiedEmail: isVerified === true && typeof email === 'string' ? email : null,
        factors: asksSecondFactor || saysTwo ? 2 : 1,
        askedAt: typeof askedAt === 'number' ? askedAt * 1_000 : null,
      };
    },
  };
}

function providerUnavailable(name: string, cause: unknown): AppError {
  const error = new AppError(
    'provider_unavailable',
    `${name} cannot be reached at the moment. Please try again later, or sign in with your password.`,
  );
  error.cause = cause;
  return error;
}

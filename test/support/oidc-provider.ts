import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What an ID token says about somebody. */
interface Claims {
  sub: string;
  email?: string;
  email_verified?: unknown;
  amr?: string[];
  auth_time?: number;
}

/** What the provider does wrong in the next ID token. */
interface Faults {
  iss?: string;
  aud?: string;
  nonce?: string | null;
  expiresIn?: number;
  /** Signed with a key that it does not publish. */
  isForged?: boolean;
  /** Lets in at once whoever is still signed in, although it was told to ask. */
  neverAsks?: boolean;
}

/**
 * A provider of OpenID Connect: discovery, keys, and the code flow with PKCE. Whoever comes to it is signed in at once
 * as {@link TestProvider.person}, who is asked nothing unless the site demands it.
 */
export class TestProvider {
  person: Claims = { sub: randomUUID() };
  faults: Faults = {};
  /** Whether it says no to whoever comes. */
  isDenying = false;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #others = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #codes = new Map<
    string,
    { challenge: string; nonce: string; redirectUri: string; isAsking: boolean }
  >();
  #issuer = '';

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = this.#server.address() as AddressInfo;
    this.#issuer = `http://127.0.0.1:${port}`;
    return this;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The environment of a site that people sign in to with it. */
  get env(): Record<string, string> {
    return {
      OIDC_ISSUER: this.#issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Charity Mail',
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#issuer);
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return sendJson(response, 200, {
          issuer: this.#issuer,
          authorization_endpoint: `${this.#issuer}/authorize`,
          token_endpoint: `${this.#issuer}/token`,
          jwks_uri: `${this.#issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          token_endpoint_auth_methods_supported: ['client_secret_post'],
          code_challenge_methods_supported: ['S256'],
        });
      case '/keys': {
        const key = this.#keys.publicKey.export({ format: 'jwk' });
        return sendJson(response, 200, {
          keys: [{ ...key, kid: 'one', alg: 'RS256', use: 'sig' }],
        });
      }
      case '/authorize':
        return this.#authorize(url, response);
      case '/token':
        return this.#exchange(request, response);
      default:
        response.writeHead(404).end();
    }
  }

  #authorize({ searchParams: asked }: URL, response: ServerResponse): void {
    const value = (name: string) => asked.get(name) ?? '';
    const isWellFormed =
      value('response_type') === 'code' &&
      value('client_id') === clientId &&
      value('code_challenge_method') === 'S256' &&
      value('scope').split(' ').includes('openid') &&
      ['code_challenge', 'nonce', 'state'].every((name) => value(name).length >= 16);
    if (!isWellFormed) return void response.writeHead(400).end();
    const back = new URL(value('redirect_uri'));
    back.searchParams.set('state', value('state'));
    if (this.isDenying) {
      back.searchParams.set('error', 'access_denied');
    } else {
      const code = randomUUID();
      this.#codes.set(code, {
        challenge: value('code_challenge'),
        nonce: value('nonce'),
        redirectUri: value('redirect_uri'),
        isAsking: value('max_age') === '0' && value('prompt') === 'login',
      });
      back.searchParams.set('code', code);
    }
    response.writeHead(302, { location: back.href }).end();
  }

  async #exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = new URLSearchParams(await text(request));
    const code = body.get('code') ?? '';
    const asked = this.#codes.get(code);
    this.#codes.delete(code);
    const verifier = createHash('sha256').update(body.get('code_verifier') ?? '');
    const isOurs = body.get('client_id') === clientId && body.get('client_secret') === clientSecret;
    if (
      !isOurs ||
      asked?.challenge !== verifier.digest('base64url') ||
      asked.redirectUri !== body.get('redirect_uri')
    ) {
      return sendJson(response, 400, { error: 'invalid_grant' });
    }
    const now = Math.floor(Date.now() / 1_000);
    const { iss = this.#issuer, aud = clientId, expiresIn = 300 } = this.faults;
    const { isForged, neverAsks } = this.faults;
    const nonce = this.faults.nonce === undefined ? asked.nonce : this.faults.nonce;
    const claims = {
      iss,
      aud,
      iat: now,
      exp: now + expiresIn,
      ...(nonce !== null && { nonce }),
      ...this.person,
      ...(asked.isAsking && !neverAsks && { auth_time: now }),
    };
    const token = [{ alg: 'RS256', kid: 'one' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const { privateKey } = isForged ? this.#others : this.#keys;
    const signature = sign('sha256', Buffer.from(token), privateKey).toString('base64url');
    sendJson(response, 200, {
      access_token: randomUUID(),
      token_type: 'Bearer',
      id_token: `${token}.${signature}`,
    });
  }
}

const clientId = 'everycent';
const clientSecret = 'a-secret-of-the-tests';

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

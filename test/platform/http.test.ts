import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '#contract/errors.ts';
import { getHealth } from '#contract/operations/health.ts';
import { publicPages } from '#contract/pages.ts';
import { createCause, listCauses } from '#contract/vetting/causes.ts';
import { buildApp } from '#server/app.ts';
import { connectPostgres } from '#server/platform/db/connect.ts';
import { apiDocumentFromSource } from '#server/platform/http/api-reference.ts';
import { makeApiDocument } from '#server/platform/http/make-api-document.ts';
import { serveWeb } from '#server/site/serve-web.ts';
import { useTestApp } from '#test/support/app.ts';
import { allEndpoints, signature } from '#test/support/endpoints.ts';
import { aCause, signIn } from '#test/support/factories.ts';
import { ensureWebBuild } from '#test/support/run-main.ts';

// Before the application starts: it looks then for the compressed files.
beforeAll(ensureWebBuild);
const testApp = useTestApp();

test('health responds once the database does', async () => {
  const { status, body } = await testApp.call(getHealth);
  expect([status, body]).toEqual([200, { status: 'ok' }]);
});

describe('the API reference', () => {
  test('lists every endpoint', async () => {
    const response = await testApp.request({ url: '/api/docs/json' });
    expect(response.statusCode).toBe(200);
    const { openapi, paths } = response.json();
    expect(openapi).toMatch(/^3\./);
    const listed = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expected = Object.values(allEndpoints).map((endpoint) =>
      signature(endpoint).replaceAll(/:(\w+)/g, '{$1}'),
    );
    expect(listed.sort()).toEqual(expected.sort());
  });

  test('has nothing that a linter objects to, and stays small enough to read', async () => {
    const source = await makeApiDocument();
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source, config });
    expect(
      problems.map(({ ruleId, message, location: [at] }) => [ruleId, message, at?.pointer]),
    ).toEqual([]);
    expect(source.length).toBeLessThan(600_000);
  });

  test('lists the responses of a call, including refusals', async () => {
    const { paths } = (await testApp.request({ url: '/api/docs/json' })).json();
    const answers = Object.keys(paths['/api/allocations'].post.responses);
    expect(answers).toEqual(['201', '202', '400', '401', '403', '404', '409', '422']);
  });

  test('lists the headers that a call has to have, and names those of a challenge', async () => {
    const { paths, info } = (await testApp.request({ url: '/api/docs/json' })).json();
    const headersOf = (path: string) =>
      (paths[path].post.parameters as { in: string; name: string; required: boolean }[])
        .filter(({ in: place, required }) => place === 'header' && required)
        .map(({ name }) => name);
    const streams = Object.values(allEndpoints).filter(({ bytes }) => bytes === 'stream');
    expect(streams.length).toBeGreaterThan(2);
    for (const { path, access } of streams) {
      expect(headersOf(path.replace(':id', '{id}'))).toEqual(
        access === 'public' ? ['upload-offset', 'tracking-token'] : ['upload-offset'],
      );
    }
    expect(info.description).toContain('challenge-solution');
  });

  test('has a page that shows it, whose files are compressed by the build', async () => {
    for (const url of ['/api/docs', '/api/docs/']) {
      const response = await testApp.request({ url });
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toContain('text/html');
      const files = [...response.body.matchAll(/(?:src|href)="(\/api\/[^"]+)"/g)];
      for (const [, file = ''] of files) {
        const asked = { url: file, headers: { 'accept-encoding': 'gzip, br' } };
        const { statusCode, headers } = await testApp.request(asked);
        expect([file, statusCode]).toEqual([file, 200]);
        // What is compressed at each call has no length.
        expect(headers['content-length']).toBeDefined();
      }
    }
  });

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip;q=0.5', 'gzip', gunzipSync],
    ['deflate', undefined, (bytes: Buffer) => bytes],
    ['', undefined, (bytes: Buffer) => bytes],
  ])(
    'is the document of this contract, compressed once, for a client that accepts "%s"',
    async (accepted, encoding, open) => {
      const ask = (headers: Record<string, string>) =>
        testApp.request({
          url: '/api/docs/json',
          headers: { 'accept-encoding': accepted, ...headers },
        });
      const { headers, rawPayload } = await ask({});
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers['content-length']).toBe(String(rawPayload.length));
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers.vary).toMatch(/accept-encoding/i);
      expect(open(rawPayload).toString()).toBe(await makeApiDocument());
      const etag = String(headers.etag);
      expect(etag).toMatch(/^"/);
      const known = await ask({ 'if-none-match': `"other", ${etag}` });
      expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag]);
      expect((await ask({ 'if-none-match': '"other"' })).statusCode).toBe(200);
    },
  );

  test('is made from source, too, beside the main thread', async () => {
    const { bytes } = await apiDocumentFromSource();
    expect(bytes.identity?.toString()).toBe(await makeApiDocument());
  });

  test('has no other form', async () => {
    expect((await testApp.request({ url: '/api/docs/yaml' })).statusCode).toBe(404);
  });
});

test('a long response is compressed for clients that support it', async () => {
  for (let count = 0; count < 20; count += 1) await aCause(testApp);
  const { headers } = await testApp.request({
    url: listCauses.path,
    headers: { 'accept-encoding': 'br' },
  });
  expect(headers['content-encoding']).toBe('br');
});

describe('every response', () => {
  test.each([
    ['a success', '/api/health'],
    ['a refusal', '/api/donations'],
  ])('has security headers: %s', async (_, url) => {
    const { headers } = await testApp.request({ url });
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': 'no-store',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });
});

describe('a call that changes something', () => {
  async function addCause(headers: Record<string, string>) {
    const name = `Cause ${randomUUID()}`;
    const response = await testApp.request({
      method: 'POST',
      url: createCause.path,
      headers: { cookie: await signIn(testApp), 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({ name }),
    });
    const { body } = await testApp.call(listCauses);
    return { status: response.statusCode, isThere: body.some((cause) => cause.name === name) };
  }

  test.each<Record<string, string>>([
    {},
    { origin: 'http://localhost:3000' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' },
    // Behind a proxy that changes the host: the address that the browser used.
    { origin: 'http://give.example', host: 'give.example' },
  ])('is accepted from our own pages or from no browser: %o', async (headers) => {
    expect(await addCause(headers)).toEqual({ status: 201, isThere: true });
  });

  test.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:3001' },
    { origin: 'https://localhost:3000' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
  ])('is refused from another website: %o', async (headers) => {
    expect(await addCause(headers)).toEqual({ status: 403, isThere: false });
  });
});

let site: FastifyInstance;
const siteInfo = () => ({
  ...testApp.config.site,
  name: 'Helping </script> Hands',
  publicUrl: 'https://give.example',
  currency: 'USD',
  payments: 'test' as const,
  isTrial: true,
  minDonation: 100,
  maxDonation: 1_000,
});
beforeAll(async () => {
  site = await buildApp(testApp, pino({ level: 'silent' }));
  await serveWeb(site, siteInfo(), testApp);
});
afterAll(() => site.close());
const ask = (options: InjectOptions) => site.inject(options);

const trialNotice = 'This site is a trial: no card is charged, and no money on it is real.';

describe('the web application', () => {
  test.each<InjectOptions>([
    { url: '/api/nothing' },
    { url: '/api' },
    { url: '/api?x=1' },
    { url: '/api/' },
    { url: '/api/causes/' },
    { method: 'POST', url: '/impact' },
    { method: 'PUT', url: '/api/causes' },
    { url: '/assets/nothing.js' },
    { url: '/%E0%A4%A' },
    { url: `/api/donations/${'x'.repeat(500)}` },
  ])('returns 404 as JSON: %o', async (options) => {
    const response = await ask(options);
    expect(response.statusCode).toBe(404);
    const { code, message } = errorBody.parse(response.json());
    expect([code, message]).toEqual(['not_found', 'There is nothing at this address.']);
  });

  test.each([
    ['/', 200],
    ['/donate?status=success', 200],
    ['/admin/causes', 200],
    ['/no/such/page', 404],
    ['/apiary', 404],
  ])('returns the page at %s with status %i', async (url, status) => {
    const response = await ask({ url });
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-cache');
    expect(response.headers['content-security-policy']).toContain("script-src 'self'");
  });

  test('names in the page the files of its urgent islands, all of which exist', async () => {
    const { body } = await ask({ url: '/gift' });
    const links = [...body.matchAll(/<link[^>]+rel="(?:modulepreload|preload)"[^>]*>/g)].join('\n');
    for (const part of ['/assets/donation-view.island-', '/assets/react-', 'figtree-latin-wght']) {
      expect(links).toContain(part);
    }
    for (const [, address = ''] of links.matchAll(/href="([^"]+)"/g)) {
      expect([address, (await ask({ url: address })).statusCode]).toEqual([address, 200]);
    }
    for (const url of ['/impact', '/donate']) {
      expect((await ask({ url })).body).not.toContain('/assets/react-');
    }
  });

  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])(
    'serves a script to a client that accepts "%s" as %s, cacheable for a year',
    async (accepted, encoding) => {
      const { body } = await ask({ url: '/gift' });
      const script = /href="(\/assets\/react-[^"]+\.js)"/.exec(body)?.[1] ?? '';
      const plain = await ask({ url: script, headers: { 'accept-encoding': 'identity' } });
      const { headers, rawPayload } = await ask({
        url: script,
        headers: { 'accept-encoding': accepted },
      });
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers['content-type']).toContain('javascript');
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers.vary).toMatch(/accept-encoding/i);
      if (encoding) expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    },
  );

  test('serves nothing that is for the server alone', async () => {
    for (const url of ['/.vite/manifest.json', '/../site/render.js', '/render.js']) {
      expect((await ask({ url })).statusCode).toBe(404);
    }
  });

  test('serves no file outside of the build', async () => {
    for (const url of [
      '/../package.json',
      '/..%2f..%2fpackage.json',
      '/assets/../../package.json',
    ]) {
      expect((await ask({ url })).body).not.toContain('"dependencies"');
    }
  });
});

describe('while the database is away,', () => {
  let withoutDatabase: FastifyInstance;
  // Nobody listens there.
  const away = connectPostgres('postgres://nobody@127.0.0.1:1/none');
  beforeAll(async () => {
    const deps = { ...testApp, db: away.db };
    withoutDatabase = await buildApp(deps, pino({ level: 'silent' }));
    await serveWeb(withoutDatabase, siteInfo(), deps);
  });
  afterAll(async () => {
    await withoutDatabase.close();
    await away.close();
  });

  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const signedIn = { cookie: 'session=x' };
  test.each<InjectOptions>([
    { url: '/' },
    { url: '/donate' },
    { url: '/impact?state=open' },
    { url: '/legal/privacy-policy' },
    { url: '/contact-us', headers: signedIn },
    { url: '/no/such/page', headers: signedIn },
    { method: 'POST', url: '/donate', headers: form, payload: 'amount=25&firstName=Grace' },
    { method: 'POST', url: '/nominate', headers: form, payload: 'nominee=Maria' },
  ])('a page in our own design says so: %o', async (options) => {
    const response = await withoutDatabase.inject(options);
    expect(response.statusCode).toBe(503);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toContain('Well... This is Not Like Us :(');
    expect(response.body).toContain('<link rel="stylesheet"');
    expect(response.body).toContain('aria-label="Footer"');
  });

  test('a message that cannot be sent stays in its form', async () => {
    const response = await withoutDatabase.inject({
      method: 'POST',
      url: '/contact-us',
      headers: form,
      payload: 'email=grace%40example.com&message=Do+you+take+clothes%3F',
    });
    expect(response.statusCode).toBe(503);
    expect(response.body).toContain('We cannot reach our records right now.');
    expect(response.body).toContain('Do you take clothes?</textarea>');
  });

  test('what draws itself is there', async () => {
    const response = await withoutDatabase.inject({ url: '/auth/login' });
    expect(response.statusCode).toBe(200);
  });
});

describe('the web application, for search engines and shared links,', () => {
  test('says in the description of a page that it is a trial, and only then', async () => {
    const live = await buildApp(testApp, pino({ level: 'silent' }));
    await serveWeb(live, { ...siteInfo(), isTrial: false }, testApp);
    const descriptionOf = async (of: FastifyInstance) => {
      const { body } = await of.inject({ url: '/' });
      return /property="og:description" content="([^"]*)"/.exec(body)?.[1];
    };
    expect(await descriptionOf(site)).toBe(`${trialNotice} ${publicPages.home.description}`);
    expect(await descriptionOf(live)).toBe(publicPages.home.description);
    await live.close();
  });

  test('names a public page and describes it for a shared link', async () => {
    const { body } = await ask({ url: '/donate?status=success' });
    expect(body).toContain('<title>Donate | Helping &lt;/script&gt; Hands</title>');
    for (const tag of [
      `<meta name="description" content="${trialNotice} ${publicPages.donate.description}"/>`,
      `<meta property="og:description" content="${trialNotice} ${publicPages.donate.description}"/>`,
      '<link rel="canonical" href="https://give.example/donate"/>',
      '<meta property="og:image" content="https://give.example/share.png"/>',
    ]) {
      expect(body).toContain(tag);
    }
    expect(body.match(/name="description"/g)).toHaveLength(1);
    expect(body).not.toContain('noindex');
  });

  test.each(['/admin', '/auth/login', '/no/such/page'])(
    'keeps %s out of search results',
    async (url) => {
      const { body } = await ask({ url });
      expect(body).toContain('<meta name="robots" content="noindex"/>');
      expect(body).not.toContain('og:title');
    },
  );

  test('lists the public pages for search engines', async () => {
    const { body: robots } = await ask({ url: '/robots.txt' });
    expect(robots).toContain('Disallow: /admin\n');
    expect(robots).toContain('Sitemap: https://give.example/sitemap.xml');
    const { body: index } = await ask({ url: '/sitemap.xml' });
    expect(index).toContain('<loc>https://give.example/sitemaps/pages.xml</loc>');
    const { body: sitemap } = await ask({ url: '/sitemaps/pages.xml' });
    for (const { path } of Object.values(publicPages)) {
      expect(sitemap).toContain(`<loc>https://give.example${path}</loc>`);
    }
  });
});

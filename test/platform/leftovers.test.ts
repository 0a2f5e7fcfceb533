import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { ConfigError, readConfig } from '#server/platform/config.ts';
import { serverSecret } from '#server/platform/security/server-secret.ts';
import { webBuildDir } from '#server/site/drawing.ts';
import { serveWeb } from '#server/site/serve-web.ts';
import { useTestApp } from '#test/support/app.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aFolder, ensureWebBuild } from '#test/support/run-main.ts';

const testApp = useTestApp();
let site: FastifyInstance;

beforeAll(async () => {
  await ensureWebBuild();
  site = await buildApp(testApp, pino({ level: 'silent' }));
  const { config } = testApp;
  const { minCents: minDonation, maxCents: maxDonation } = config.donation;
  const { publicUrl, currency } = config;
  const info = { ...config.site, publicUrl, currency, minDonation, maxDonation };
  await serveWeb(site, { ...info, payments: 'test', isTrial: true }, testApp);
});
afterAll(() => site.close());

/** A hundred addresses at which careless sites have left something. */
function leftovers(): string[] {
  const files = ['.env', '.env.local', '.env.production', '.git/config', '.git/HEAD', '.gitignore'];
  files.push('.npmrc', '.ssh/id_rsa', '.aws/credentials', '.DS_Store', '.htaccess', '.htpasswd');
  files.push('package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'biome.json');
  files.push(
    'node_modules/fastify/package.json',
    'src/server/main.ts',
    'src/server/platform/config.ts',
  );
  files.push('migrations/0001_initial.sql', 'test/support/app.ts', 'docs/architecture.md');
  files.push('data/secret-key', 'data/mail/', 'data/database/PG_VERSION', 'secret-key', 'data/');
  files.push('backup.zip', 'backup.tar.gz', 'backup.sql', 'dump.sql', 'db.sqlite', 'site.zip');
  files.push(
    'index.html.bak',
    'index.html~',
    'index.php',
    'wp-login.php',
    'wp-admin/',
    'xmlrpc.php',
  );
  files.push('phpinfo.php', 'server-status', 'server-info', 'actuator/env', 'metrics', 'debug');
  files.push('console', 'graphql', 'swagger.json', 'openapi.json', 'api-docs', 'config.json');
  files.push('Dockerfile', 'docker-compose.yml', '.ci/run', 'id_rsa', 'server.key', 'cert.pem');
  files.push(
    '@vite/client',
    '@fs/etc/passwd',
    'main.tsx',
    'assets/',
    'assets/index.js.map',
    'logs/',
  );
  files.push('error.log', 'npm-debug.log', 'trace', 'admin.php', 'cgi-bin/test', 'crossdomain.xml');
  files.push('api/', 'api/webhooks/stripe', 'api/webhooks/', 'api/admin', 'api/env', 'api/config');
  files.push('api/users/../config', 'api/version', 'api/debug', 'api/metrics', 'test-payment/');
  const scripts = globSync('assets/*.js', { cwd: webBuildDir }).slice(0, 12);
  files.push(...scripts.map((path) => `${path}.map`), ...scripts.map((path) => `${path}.bak`));
  return files;
}

test('nothing was left behind: every address that is not ours returns 404', async () => {
  const paths = leftovers();
  const found: string[] = [];
  for (const path of paths) {
    const { statusCode, body } = await site.inject({ url: `/${path}` });
    const isOurs = /"dependencies"|BEGIN|PG_VERSION|process\.env/.test(body);
    if (statusCode !== 404 || isOurs) found.push(`${path} → ${statusCode}`);
  }
  for (const bar of ['A41', 'V9']) {
    recordFigures(bar, { 'addresses of leftovers': paths.length, found: found.length });
  }
  expect(found).toEqual([]);
  expect(paths.length).toBeGreaterThanOrEqual(100);
});

describe('secrets', () => {
  // Concatenated here, so that this file does not contain what it searches for.
  const patterns = ['sk_live_', 'rk_live_', 'whsec_[A-Za-z0-9]{16}', '-----BEGIN [A-Z ]*PRIVATE'];
  const secret = new RegExp(patterns.map((pattern) => `${pattern}[A-Za-z0-9]{12}`).join('|'));

  test('are in no file of the project', () => {
    const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0');
    const texts = files.filter((name) => /\.(ts|tsx|json|md|sql|js|html|css)$/.test(name));
    const found = texts.filter((path) => secret.test(readFileSync(path, 'utf8')));
    recordFigures('A40', { 'files of the project': texts.length, 'secrets found': found.length });
    expect(found).toEqual([]);
    expect(files.filter((name) => /(^|\/)(\.env|secret-key)/.test(name))).toEqual([]);
  });

  test('and what only the server knows are in no file that browsers load, and neither are source maps', () => {
    const files = globSync('**/*', { cwd: webBuildDir }).map((path) => join(webBuildDir, path));
    const texts = files.filter((path) => /\.(js|css|html|map)$/.test(path));
    expect(texts.length).toBeGreaterThan(20);
    // The first steps name what has to be set on the server, with no value in it.
    const names =
      /DATABASE_URL|ADMIN_PASSWORD|STRIPE_WEBHOOK_SECRET(?!=whsec_…)|sourceMappingURL|#server\//;
    const found = texts.filter(
      (path) => /\.map$/.test(path) || names.test(readFileSync(path, 'utf8')),
    );
    recordFigures('A40', {
      'files that visitors load': texts.length,
      'secrets found': found.length,
    });
    expect(found).toEqual([]);
  });

  test('the key for hashes is created once, readable only by the owner of the data folder', async () => {
    await using folder = await aFolder();
    const config = readConfig({ DATA_DIR: folder.path });
    const key = serverSecret(config);
    expect(key.length).toBeGreaterThanOrEqual(32);
    expect(serverSecret(config)).toEqual(key);
    expect(statSync(join(folder.path, 'secret-key')).mode & 0o777).toBe(0o600);
    expect(globSync('*', { cwd: folder.path })).toEqual(['secret-key']);
  });

  test('a configured key is used if it is long enough', async () => {
    const key = 'of exactly thirty-two characters';
    expect(serverSecret(readConfig({ SECRET_KEY: key })).toString()).toBe(key);
    expect(() => readConfig({ SECRET_KEY: 'changeme' })).toThrow(ConfigError);
    expect(() => readConfig({ SECRET_KEY: 'changeme' })).not.toThrow(/changeme/);
  });
});

test('the packages are exactly those of the lock file, from the registry, with their hashes', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const declared = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(packages[''].dependencies).toEqual(declared.dependencies);
  expect(packages[''].devDependencies).toEqual(declared.devDependencies);
  const loaded = Object.entries<{ integrity?: string; link?: boolean; inBundle?: boolean }>(
    packages,
  ).filter(([path, { link, inBundle }]) => path !== '' && !link && !inBundle);
  const without = loaded
    .filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'))
    .map(([path]) => path);
  recordFigures('A46', { packages: loaded.length, 'without a hash': without.length });
  expect(without).toEqual([]);
  expect(readFileSync('.ci/run', 'utf8')).toContain('npm ci');
  const options = ['--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev'];
  const { components } = JSON.parse(
    execFileSync('npm', ['sbom', ...options], { encoding: 'utf8' }),
  );
  expect(components.length).toBeGreaterThan(Object.keys(declared.dependencies).length);
  recordFigures('A46', { 'packages in the bill of materials': components.length });
});

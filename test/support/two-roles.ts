import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { onPostgres, postgresDatabaseUrl, postgresUrl } from '#test/support/postgres.ts';

/** A database of its own, the role that owns it, and the role that the server signs in with. */
export interface TwoRoles extends AsyncDisposable {
  name: string;
  site: string;
  env: { DATABASE_URL: string; DATABASE_OWNER_URL: string };
}

/** An empty database; the server's role is made by the script of the operations guide. */
export async function twoRoles(): Promise<TwoRoles> {
  const name = `everycent_roles_${randomBytes(6).toString('hex')}`;
  const [owner, site] = [`${name}_owner`, `${name}_site`];
  await onPostgres(`create role ${owner} login nosuperuser password 'owner-secret'`);
  await onPostgres(`create database ${name} owner ${owner}`);
  await createSiteRole(site);
  const as = (username: string, password: string) =>
    Object.assign(new URL(postgresDatabaseUrl(name)), { username, password }).href;
  return {
    name,
    site,
    env: {
      DATABASE_URL: as(site, 'site-secret'),
      DATABASE_OWNER_URL: as(owner, 'owner-secret'),
    },
    async [Symbol.asyncDispose]() {
      await onPostgres(`drop database ${name} with (force)`);
      await onPostgres(`drop role ${site}`);
      await onPostgres(`drop role ${owner}`);
    },
  };
}

/** Runs `scripts/create-site-role.sh` as the database's administrator does. */
export async function createSiteRole(site: string): Promise<void> {
  const { username, hostname, port, pathname } = new URL(postgresUrl);
  const child = spawn('sh', ['scripts/create-site-role.sh'], {
    env: {
      PATH: process.env.PATH,
      PGHOST: hostname,
      PGPORT: port || '5432',
      PGUSER: username,
      PGDATABASE: pathname.slice(1),
      SITE_DATABASE_ROLE: site,
      SITE_DATABASE_PASSWORD: 'site-secret',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`create-site-role.sh ended with ${code}:\n${errors}`);
}

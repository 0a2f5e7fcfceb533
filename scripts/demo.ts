import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { explainFully } from '#server/explain.ts';
import { readConfig } from '#server/platform/config.ts';
import { ExplainedError } from '#server/platform/errors.ts';
import { createLogger } from '#server/platform/logger.ts';
import { type RunningServer, startServer } from '#server/start.ts';
import { aDonationToLookAt, databaseContent, demoLogin, seedDemo } from './demo/seed.ts';

/** `npm run demo`: the site with an invented charity in it, in a data folder of its own. */

const config = readConfig({
  ...process.env,
  DATA_DIR: join(process.env.DATA_DIR || './data', 'demo'),
  LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
  // Invented people have invented addresses: their mail goes into a folder.
  SMTP_URL: '',
  ADMIN_EMAIL: '',
  ADMIN_PASSWORD: '',
  // Addresses that do not exist, so that no real account with the same name is linked.
  FACEBOOK_URL: process.env.FACEBOOK_URL || 'https://facebook.example/everycent',
  INSTAGRAM_URL: process.env.INSTAGRAM_URL || 'https://instagram.example/everycent',
  X_URL: process.env.X_URL || 'https://x.example/everycent',
  YOUTUBE_URL: process.env.YOUTUBE_URL || 'https://youtube.example/@everycent',
});
const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

say('Starting the demo …');
const server = await openDemo();
say(`The demo is ready at ${config.publicUrl}`);
const donation = await aDonationToLookAt(server);
if (donation !== null) say(`What one of its donors sees: ${donation}`);
say(`Sign in at ${config.publicUrl}/auth/login with ${demoLogin.email} and ${demoLogin.password}`);
stopOnSignals(server);

/** A server with the whole story in it. */
async function openDemo(): Promise<RunningServer> {
  const server = await startServer(config, createLogger(config.logLevel)).catch(refuse);
  const content = await databaseContent(server.connection.db);
  if (content === 'demo') return server;
  if (content === 'nothing') {
    say('Writing the story of a small charity; this takes about a minute …');
    await seedDemo(server, say);
    return server;
  }
  await server.close();
  if (content === 'part' && config.databaseUrl === null) {
    say('It was interrupted last time, so it starts over.');
    // Safe to delete: only the demo uses this folder, and it contains just a part of the demo.
    await rm(config.dataDir, { recursive: true });
    return openDemo();
  }
  const reason =
    content === 'part'
      ? 'This database contains only a part of the demo, because writing it was interrupted.'
      : 'This database contains other data, so the demo leaves it alone.';
  return refuse(new ExplainedError(`${reason} Clear DATABASE_URL, or set it to a new database.`));
}

function stopOnSignals({ close }: RunningServer): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      close().then(() => {
        say('Stopped.');
        process.exit(0);
      }, refuse);
    });
  }
}

function refuse(error: unknown): never {
  process.stderr.write(`${explainFully(error)}\n`);
  process.exit(1);
}

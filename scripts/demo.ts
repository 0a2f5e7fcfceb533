import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { type RunningServer, startServer } from '#server/start.ts';
import { databaseContent, demoLogin, seedDemo } from './demo/seed.ts';

/** `npm run demo`: the site with a made-up charity in it, in a data folder of its own. */

const config = readConfig({
  ...process.env,
  DATA_DIR: join(process.env.DATA_DIR || './data', 'demo'),
  LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
  ADMIN_EMAIL: '',
  ADMIN_PASSWORD: '',
  // Addresses that lead nowhere, not to somebody who happens to have the name.
  FACEBOOK_URL: process.env.FACEBOOK_URL || 'https://facebook.example/everycent',
  INSTAGRAM_URL: process.env.INSTAGRAM_URL || 'https://instagram.example/everycent',
  X_URL: process.env.X_URL || 'https://x.example/everycent',
  YOUTUBE_URL: process.env.YOUTUBE_URL || 'https://youtube.example/@everycent',
});
const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

say('Starting the demo …');
const server = await startServer(config, pino({ level: config.logLevel })).catch(refuse);
const content = await databaseContent(server.connection.db);
if (content === 'other') {
  await server.close();
  refuse(
    new Error(
      'This database holds data of its own, so the demo leaves it alone. Empty DATABASE_URL or point it to a new database.',
    ),
  );
}
if (content === 'nothing') {
  say('Writing the story of a small charity …');
  await seedDemo(server.connection.db, server.mailer);
}
say(`The demo is ready at ${config.publicUrl}`);
say(`Sign in at ${config.publicUrl}/auth/login with ${demoLogin.email} and ${demoLogin.password}`);
stopOnSignals(server);

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
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}

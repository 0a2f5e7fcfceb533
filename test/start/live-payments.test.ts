import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, inject, test } from 'vitest';
import type { CauseId } from '#contract/ids.ts';
import { setBookCurrency, usualCurrency } from '#core/platform/money.ts';
import { startDonation } from '#server/giving/donations/start-donation.ts';
import { ConfigError, readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db/connect.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { createPaymentProvider } from '#server/provider/payment-provider/create-provider.ts';
import { startServer } from '#server/start.ts';
import { aPerson } from '#test/support/factories.ts';
import { startFakeStripe } from '#test/support/fake-stripe.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aNewPlace, aUsedPlace } from '#test/support/new-place.ts';
import { freePort } from '#test/support/server-process.ts';

const { kind } = inject('template');

// The owner of a database server configures it; the embedded one can be made unsafe here.
test.runIf(kind === 'embedded')(
  'a site takes live payments only on a database with fsync',
  async () => {
    const stripe = await startFakeStripe();
    await using place = await aUsedPlace();
    const config = readConfig({
      ...place.env,
      PORT: String(await freePort()),
      PUBLIC_URL: 'https://give.example',
      STRIPE_SECRET_KEY: 'sk_live_of_the_test',
      STRIPE_WEBHOOK_SECRET: 'whsec_of_the_test',
      STRIPE_API_BASE: stripe.url,
      TEAM_EMAIL: 'team@give.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
    });
    const start = () =>
      startServer(config, pino({ level: 'silent' }), async () => {}).then(async (server) => {
        const { rows } = await sql<{ fsync: string }>`show fsync`.execute(server.connection.db);
        await server.close();
        return rows[0]?.fsync;
      });
    const safe = await start();

    await appendFile(
      join(place.config.dataDir, 'database', 'postgresql.auto.conf'),
      'fsync = off\n',
    );
    const connection = await openDatabase(config);
    const { rows } = await sql<{ fsync: string }>`show fsync`.execute(connection.db);
    await connection.close();
    expect(rows).toEqual([{ fsync: 'off' }]);
    const refusal = await start().then(
      () => null,
      (error) => error,
    );
    await stripe.close();
    recordFigures('O2', {
      'live sites that started with fsync': Number(safe === 'on'),
      'live sites that started without': Number(refusal === null),
    });
    expect(safe).toBe('on');
    expect(refusal).toBeInstanceOf(ConfigError);
    expect(refusal.message).toContain('the database runs with fsync off');
  },
);

test('a site does not start in another currency than its database holds', async () => {
  await using place = await aNewPlace(kind);
  const start = async (currency: string) =>
    startServer(
      readConfig({ ...place.env, PORT: String(await freePort()), CURRENCY: currency }),
      pino({ level: 'silent' }),
      async () => {},
    );
  // Nothing is in the database yet.
  await (await start('EUR')).close();
  const server = await start('JPY');
  const { db } = server.connection;
  const cause = newId<CauseId>();
  await db.insertInto('causes').values({ id: cause, name: 'Heating' }).execute();
  await startDonation(
    db,
    { network: null, site: null },
    {
      amount: 2_500,
      causeId: cause,
      description: '',
      isAvailableToVolunteerTime: false,
      ...aPerson(),
    },
    null,
    { minCents: 1, maxCents: 2_500, settings: server.mailer.settings.current() },
    createPaymentProvider(place.config, async () => true),
  );
  await server.close();
  await expect(start('USD')).rejects.toThrow(
    'CURRENCY is USD, but this database holds amounts in JPY',
  );
  await (await start('JPY')).close();
  setBookCurrency(usualCurrency);
});

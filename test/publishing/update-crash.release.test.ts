import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { login } from '#contract/people/sign-in.ts';
import { publishUpdate } from '#contract/publishing/updates.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { openDatabase } from '#server/platform/db/connect.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { getUpdate } from '#server/publishing/updates/queries.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aMailServer, deliveriesAtOnce } from '#test/support/mail-server.ts';
import { aNewPlace } from '#test/support/new-place.ts';
import { fillOneNeed } from '#test/support/one-need.ts';
import { ensureWebBuild } from '#test/support/run-main.ts';
import { draws } from '#test/support/seed.ts';
import { startServerProcess } from '#test/support/server-process.ts';
import { repeats } from '#test/support/tier.ts';
import { createClient } from '../../bench/support/client.ts';

const { kind } = inject('template');
// Creating an embedded database takes a while.
const kills = repeats({ release: 10 });
// Enough that the server is still sending at every kill.
const donors = kills * 30 + 20;
const admin = { email: 'ada@give.example', password: 'Passw0rd-of-Ada' };
const mailServer = await aMailServer();
const chance = draws();
beforeAll(async () => {
  await ensureWebBuild();
  await mailServer.start();
});
afterAll(() => mailServer.stop());

test('an update reaches everyone although the server is killed during sending, and is queued once for each', {
  timeout: 60_000 + kills * 60_000,
}, async () => {
  await using place = await aNewPlace(kind);
  const before = await openDatabase(place.config);
  await migrate(before);
  const { updateId, recipients } = await fillOneNeed(before.db, donors);
  expect(await checkLedger(before.db)).toEqual([]);
  await before.close();

  const start = () =>
    startServerProcess({
      ...place.env,
      SMTP_URL: mailServer.url,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    });
  let server = await start();
  const answer = await createClient(server.url).post(login.path, admin);
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const publish = publishUpdate.path.replace(':id', updateId);
  expect((await createClient(server.url, cookie).post(publish, {})).status).toBe(200);

  for (let kill = 0; kill < kills; kill++) {
    await mailServer.killAfter(server.process, 5 + Math.floor(chance() * 15), chance() < 0.5);
    const connection = await openDatabase(place.config);
    const { mailing } = await getUpdate(connection.db, updateId);
    expect(mailing?.total).toBe(recipients.length);
    // The jobs of a dead process are given to others after a while; here immediately.
    await sql`update pgboss.job set state = 'retry', start_after = now()
      where name in ('mail', 'update-mails') and state < 'completed'`.execute(connection.db);
    await connection.close();
    server = await start();
  }
  const reached = () => new Set(mailServer.received.flatMap(({ to }) => to)).size;
  await mailServer.until('mail for everyone', () => reached() === recipients.length || undefined);
  await server.stop();

  const mails = Map.groupBy(mailServer.received, ({ to }) => to[0] ?? '');
  const different = [...mails.values()].filter(
    (received) => new Set(received.map(({ mail }) => mail.messageId)).size > 1,
  );
  const doubled = mailServer.received.length - recipients.length;
  recordFigures('E1', {
    'kills while an update is sent': kills,
    'recipients of it': recipients.length,
    'never reached by it': recipients.length - mails.size,
    'queued twice for it': different.length,
    'sent twice of it, as the same mail': doubled,
  });
  // Everyone, and nobody with two different mails.
  expect([...mails.keys()].toSorted()).toEqual(recipients.toSorted());
  expect(different).toEqual([]);
  // The mail server had accepted it, and the process died before it recorded that: usually one for each kill.
  expect(doubled).toBeLessThanOrEqual(kills * deliveriesAtOnce);
  const after = await openDatabase(place.config);
  const { mailing } = await getUpdate(after.db, updateId);
  await after.close();
  expect(mailing).toMatchObject({ total: recipients.length, waiting: 0, failed: 0 });
});

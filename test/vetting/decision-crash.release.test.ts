import { sql } from 'kysely';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Endpoint, OwnResponseOf } from '#contract/endpoint.ts';
import { login } from '#contract/people/sign-in.ts';
import { createCause } from '#contract/vetting/causes.ts';
import { createNomination, undoDecision, updateNomination } from '#contract/vetting/nominations.ts';
import { openDatabase } from '#server/platform/db/connect.ts';
import { bodies } from '#test/support/decisions.ts';
import { aPerson } from '#test/support/factories.ts';
import { aMailServer } from '#test/support/mail-server.ts';
import { aNewPlace } from '#test/support/new-place.ts';
import { ensureWebBuild } from '#test/support/run-main.ts';
import { draws } from '#test/support/seed.ts';
import { startServerProcess } from '#test/support/server-process.ts';
import { repeats } from '#test/support/tier.ts';
import { createClient } from '../../bench/support/client.ts';

const { kind } = inject('template');
/** How often the server is killed while decisions are made, and again while their mails are sent. */
const kills = repeats({ release: 8 });
const admin = { email: 'ada@give.example', password: 'Passw0rd-of-Ada' };
const mailServer = await aMailServer();
const chance = draws();
beforeAll(async () => {
  await ensureWebBuild();
  await mailServer.start();
});
afterAll(() => mailServer.stop());

const isDecision = ({ subject }: Email) => subject?.includes('Your nomination of') ?? false;
const decisionsTo = (email: string) => mailServer.to(email).filter(({ mail }) => isDecision(mail));

/** A nomination, and what the server has acknowledged about it. */
interface Case {
  id: string;
  email: string;
  /** Whether somebody undoes the decision right away. */
  undoes: boolean;
  decisionId: string | null;
  isUndone: boolean;
}

test('a decision is mailed once and an undone one never, however often the server is killed', {
  timeout: 3_600_000,
}, async () => {
  await using place = await aNewPlace(kind);
  const start = () =>
    startServerProcess({
      ...place.env,
      SMTP_URL: mailServer.url,
      TEAM_EMAIL: 'team@give.example',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      // So that each caller can have an address of its own, and no limit applies.
      TRUST_PROXY: 'loopback',
    });
  let server = await start();
  await using _running = {
    async [Symbol.asyncDispose]() {
      server.process.kill('SIGKILL');
      await server.stop();
    },
  };
  const signedIn = await createClient(server.url).post(login.path, admin);
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const post = async <E extends Endpoint>(endpoint: E, id: string, body: object) => {
    const path = endpoint.path.replace(':id', id);
    const answer = await createClient(server.url, cookie).post(path, body);
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as OwnResponseOf<E>;
  };
  const { id: causeId } = await post(createCause, '', { name: 'Heating' });

  const cases: Case[] = [];
  for (let kill = 0; kill < kills; kill++) {
    if (kill > 0) server = await start();
    const deciding = Array.from({ length: 4 }, async (_, worker) => {
      for (;;) {
        const person = aPerson();
        const form = { ...person, nominee: 'Maria Lopez', causeId, description: 'Heating.' };
        const { id } = await post(createNomination, '', form);
        const undoes = worker % 2 === 1;
        const one: Case = { id, email: person.email, undoes, decisionId: null, isUndone: false };
        cases.push(one);
        const { lastDecision } = await post(updateNomination, id, bodies.accept);
        one.decisionId = lastDecision?.id ?? null;
        if (!undoes) continue;
        await post(undoDecision, id, { decisionId: one.decisionId });
        one.isUndone = true;
      }
    });
    // However slow the machine is, there are some of each when it dies.
    const count = (wanted: (one: Case) => boolean) => cases.filter(wanted).length;
    await expect
      .poll(() => count((one) => one.isUndone), { timeout: 60_000 })
      .toBeGreaterThan(2 * kill + 1);
    await expect
      .poll(() => count((one) => one.decisionId !== null && !one.undoes), { timeout: 60_000 })
      .toBeGreaterThan(2 * kill + 1);
    const enough = cases.length + Math.floor(chance() * 8);
    await expect.poll(() => cases.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(enough);
    server.process.kill('SIGKILL');
    await Promise.allSettled(deciding);
    await server.stop();
  }
  expect(mailServer.received.filter(({ mail }) => isDecision(mail))).toEqual([]);

  // What the server has acknowledged is stored.
  const accepted = new Set(await endGrace(place.config));
  const lost = cases.filter(({ id, undoes, decisionId, isUndone }) =>
    accepted.has(id) ? isUndone : decisionId !== null && !undoes,
  );
  expect(lost).toEqual([]);
  const due = cases.filter(({ id }) => accepted.has(id));
  const undone = cases.filter(({ isUndone }) => isUndone);
  expect(Math.min(due.length, undone.length)).toBeGreaterThan(kills);

  // It dies while the mail server has the text of a mail; half of these mails are accepted nevertheless.
  const doubled = new Set<string>();
  for (let kill = 0; kill < kills; kill++) {
    await endGrace(place.config);
    // None leaves before this test looks; those that tried are due again at the next start.
    mailServer.decide = ({ mail }) => (isDecision(mail) ? 451 : 'take');
    server = await start();
    let onItsWay = '';
    mailServer.decide = ({ mail, to: [address = ''] }) => {
      if (!isDecision(mail)) return 'take';
      // Each time another one.
      if (onItsWay !== '' || doubled.has(address)) return 'cut';
      onItsWay = address;
      server.process.kill('SIGKILL');
      if (kill % 2 === 0) return 'cut';
      doubled.add(address);
      return 'take';
    };
    await expect.poll(() => onItsWay, { timeout: 300_000 }).not.toBe('');
    await server.stop();
    // The nominator may have it, so it is too late.
    const one = due.find(({ email }) => email === onItsWay);
    expect(one).toBeDefined();
    if (!one?.decisionId || kill > 0) continue;
    mailServer.decide = () => 451;
    server = await start();
    const { decisionId } = one;
    const late = post(undoDecision, one.id, { decisionId });
    await expect(late).rejects.toThrow('undo_too_late');
    server.process.kill('SIGKILL');
    await server.stop();
  }

  mailServer.decide = () => 'take';
  await endGrace(place.config);
  server = await start();
  const unmailed = () => due.filter(({ email }) => decisionsTo(email).length === 0);
  await mailServer.until('mail for everyone', () => unmailed().length === 0 || undefined);
  await server.stop();
  for (const { id, email } of cases) {
    const mails = decisionsTo(email).map(({ mail }) => `${mail.subject} ${mail.messageId}`);
    expect([email, new Set(mails).size]).toEqual([email, accepted.has(id) ? 1 : 0]);
    // Twice only if the mail server had accepted it when our server died, and then as the same mail.
    expect(mails.length).toBeLessThanOrEqual(doubled.has(email) ? 2 : 1);
  }
});

/** The server is not running: the ten minutes are over, and every mail is due. Returns who is accepted. */
async function endGrace(config: Parameters<typeof openDatabase>[0]): Promise<string[]> {
  const { db, close } = await openDatabase(config);
  await sql`update nomination_decisions set undoable_until = now() where undone_at is null`.execute(
    db,
  );
  // Those of a dead process would be retried after two minutes.
  await sql`update pgboss.job set state = 'retry', start_after = now()
    where name = 'mail' and state < 'completed'`.execute(db);
  const accepted = await db
    .selectFrom('nominations')
    .select('id')
    .where('isAccepted', '=', true)
    .execute();
  await close();
  return accepted.map(({ id }) => id);
}

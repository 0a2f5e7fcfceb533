import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { NominationId } from '#contract/ids.ts';
import { getNomination, undoDecision, updateNomination } from '#contract/vetting/nominations.ts';
import type { NominationAction } from '#core/vetting/nomination-status.ts';
import { compose } from '#server/platform/mail/compose.ts';
import type { TestApp } from '#test/support/app.ts';
import { signIn } from '#test/support/factories.ts';

/** The body that the specification has for each action. */
export const bodies = {
  accept: { isAccepted: true, isRejected: false },
  reject: { isAccepted: false, isRejected: true },
  complete: { isCompleted: true },
} as const satisfies Record<NominationAction, object>;

/** Decides about a nomination as a newly signed-in administrator. */
export async function decide(testApp: TestApp, id: NominationId, action: NominationAction) {
  const cookie = await signIn(testApp);
  return testApp.call(updateNomination, { cookie, params: { id }, body: bodies[action] });
}

/** Undoes the last decision about a nomination. */
export async function undo(testApp: TestApp, id: NominationId) {
  const cookie = await signIn(testApp);
  const { body } = await testApp.call(getNomination, { cookie, params: { id } });
  if (body.lastDecision === null) throw new Error('There is nothing to undo.');
  const decision = { decisionId: body.lastDecision.id };
  return testApp.call(undoDecision, { cookie, params: { id }, body: decision });
}

/** The ten minutes in which decisions can be undone are over, and what waits for that is sent. */
export async function endGrace(testApp: TestApp): Promise<void> {
  const { db, mailer, config } = testApp;
  await sql`update nomination_decisions set undoable_until = now()
    where undone_at is null and undoable_until > now()`.execute(db);
  await sql`update pgboss.job set start_after = now()
    where name = 'mail' and state = 'created' and data ? 'decisionId'`.execute(db);
  // Workers look for due mail by themselves every half a minute, and at once when any mail is queued.
  const wake = { to: 'wake@example.org', urgency: 'bulk', subject: 'Wake up', blocks: [] } as const;
  await db
    .transaction()
    .execute((trx) => mailer.enqueue(trx, compose(config, { ...wake, blocks: [] })));
  await vi.waitFor(async () => expect(await countWaiting(testApp)).toBe(0), { timeout: 60_000 });
}

/** As if the nominator had been told of the decisions about a nomination long ago: nothing waits for that mail. */
export async function endDecisions({ db }: TestApp, nominationId: NominationId): Promise<void> {
  await db.deleteFrom('nominationDecisions').where('nominationId', '=', nominationId).execute();
}

async function countWaiting({ db }: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pgboss.job
    where name = 'mail' and state < 'completed' and data ? 'decisionId'`.execute(db);
  return rows[0]?.count ?? 0;
}

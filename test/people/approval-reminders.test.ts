import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { ApprovalRequested } from '#contract/endpoint.ts';
import type { ApprovalId } from '#contract/ids.ts';
import { decline } from '#contract/people/approvals.ts';
import { topUpCardCosts } from '#contract/provider/card-costs.ts';
import { followUpApprovals } from '#server/people/approvals/jobs.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { aTeamMember, signIn } from '#test/support/factories.ts';
import { changeSettings } from '#test/support/settings.ts';

const testApp = useTestApp();

beforeAll(async () => {
  await aTeamMember(testApp, 'owner');
  await changeSettings(testApp, {
    fourEyes: { isOn: true, spendingAboveCents: 5_000, refundAboveCents: 5_000 },
  });
});

async function aRequest() {
  const [asking, approving] = [
    await aTeamMember(testApp, 'treasurer'),
    await aTeamMember(testApp, 'treasurer'),
  ];
  const { body } = await testApp.call(topUpCardCosts, {
    cookie: await signIn(testApp, asking),
    body: { amount: 700, direction: 'in', reason: `From membership fees ${newId()}` },
    idempotencyKey: newId(),
  });
  const id = (body as unknown as ApprovalRequested).awaitingApproval;
  return { id, asking, approving };
}

/** So long passes for a request, and the job runs. */
async function pass(id: ApprovalId, time: string): Promise<void> {
  await sql`update approvals set created_at = created_at - ${time}::interval,
    expires_at = expires_at - ${time}::interval where id = ${id}`.execute(testApp.db);
  await followUpApprovals(testApp.db, testApp.mailer);
  await followUpApprovals(testApp.db, testApp.mailer);
}

async function subjectsTo({ email }: { email: string }): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`select data ->> 'subject' as subject
    from pgboss.job where name = 'mail' and data ->> 'to' = ${email} order by created_on`.execute(
    testApp.db,
  );
  return rows.map(({ subject }) => subject);
}

const asked = 'Please approve or decline: money for card costs';
const reminder = 'Still waiting for your approval: money for card costs';

test('whoever can approve is reminded after three days and on the last day, and whoever asked is told of the end', async () => {
  const { id, asking, approving } = await aRequest();
  await pass(id, '2 days 23 hours');
  expect(await subjectsTo(approving)).toEqual([asked]);
  await pass(id, '2 hours');
  expect(await subjectsTo(approving)).toEqual([asked, reminder]);
  await pass(id, '2 days');
  expect(await subjectsTo(approving)).toEqual([asked, reminder]);
  await pass(id, '1 day');
  expect(await subjectsTo(approving)).toEqual([asked, reminder, reminder]);
  expect(await subjectsTo(asking)).toEqual([]);
  await pass(id, '1 day');
  expect(await subjectsTo(approving)).toEqual([asked, reminder, reminder]);
  expect(await subjectsTo(asking)).toEqual(['Money for card costs: nobody approved it in time']);
});

test('a reminder that was missed is not sent late, and none about what is decided', async () => {
  const late = await aRequest();
  await pass(late.id, '6 days 1 hour');
  expect((await subjectsTo(late.approving)).filter((subject) => subject === reminder)).toHaveLength(
    1,
  );
  const { id, approving } = await aRequest();
  await testApp.call(decline, {
    cookie: await signIn(testApp, approving),
    params: { id },
    body: { reason: 'Not now.' },
  });
  await pass(id, '4 days');
  await pass(id, '4 days');
  expect(await subjectsTo(approving)).not.toContain(reminder);
});

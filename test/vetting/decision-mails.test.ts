import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type JobId, jobId, type NominationId } from '#contract/ids.ts';
import { erasePerson } from '#contract/privacy/privacy.ts';
import { unpublishNomination } from '#contract/publishing/public-pages.ts';
import { getNomination, previewDecision } from '#contract/vetting/nominations.ts';
import type { NominationAction } from '#core/vetting/nomination-status.ts';
import { pauseMail, resumeMail } from '#server/operations/outbox/commands.ts';
import { release } from '#server/spending/allocations/release.ts';
import { claimDecisionMail } from '#server/vetting/nominations/decision-mails.ts';
import { useTestApp } from '#test/support/app.ts';
import { decide, endGrace, undo } from '#test/support/decisions.ts';
import {
  aNominationThatIs,
  anAdministrator,
  anAllocation,
  aPair,
  aPerson,
  logIn,
  signIn,
} from '#test/support/factories.ts';
import { aExpense, publishNeed } from '#test/support/proof.ts';
import { pdf } from '#test/support/sample-files.ts';
import { aPublishedUpdate } from '#test/support/updates.ts';
import { aPublishedFile } from '#test/support/upload.ts';

const testApp = useTestApp();

/** The subjects of the mails about decisions that somebody got, after all that wait were sent. */
async function decisionsMailedTo(email: string): Promise<string[]> {
  await endGrace(testApp);
  const mails = await testApp.inbox.to(email);
  return mails
    .map(({ subject = '' }) => subject)
    .filter((subject) => /^Test: Your nomination .*(was|is)/.test(subject))
    .map((subject) => subject.replace(/^Test: Your nomination (of Maria Lopez )?/, ''));
}

async function preview(id: NominationId, action: NominationAction) {
  const cookie = await signIn(testApp);
  return testApp.call(previewDecision, { cookie, params: { id }, query: { action } });
}

async function aPending() {
  const person = aPerson();
  const id = await aNominationThatIs(testApp, 'pending', { person });
  return { id, email: person.email };
}

describe('the nominator gets', () => {
  test('nothing for ten minutes, then one mail', async () => {
    const { id, email } = await aPending();
    await decide(testApp, id, 'accept');
    const { rows } = await sql<{ seconds: number }>`select
      extract(epoch from start_after - now())::integer as seconds from pgboss.job
      where name = 'mail' and data ->> 'to' = ${email} and data ? 'decisionId'`.execute(testApp.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.seconds).toBeGreaterThan(580);
    expect(await decisionsMailedTo(email)).toEqual(['was accepted']);
  });

  test('only the last of two decisions', async () => {
    const { id, email } = await aPending();
    await decide(testApp, id, 'accept');
    await decide(testApp, id, 'reject');
    expect(await decisionsMailedTo(email)).toEqual(['was not accepted']);
  });

  test('nothing about what was undone', async () => {
    const { id, email } = await aPending();
    await decide(testApp, id, 'reject');
    await undo(testApp, id);
    expect(await decisionsMailedTo(email)).toEqual([]);
  });

  test('the earlier decision when a later one was undone', async () => {
    const { id, email } = await aPending();
    await decide(testApp, id, 'accept');
    await decide(testApp, id, 'reject');
    await undo(testApp, id);
    expect(await decisionsMailedTo(email)).toEqual(['was accepted']);
  });

  test('nothing when the status is put back that they know of', async () => {
    const { id, email } = await aPending();
    await decide(testApp, id, 'accept');
    expect(await decisionsMailedTo(email)).toEqual(['was accepted']);
    expect((await decide(testApp, id, 'reject')).body.lastDecision?.sendsMail).toBe(true);
    expect((await preview(id, 'accept')).body).toMatchObject({ warnings: [], mail: null });
    expect((await decide(testApp, id, 'accept')).body.lastDecision?.sendsMail).toBe(false);
    expect(await decisionsMailedTo(email)).toEqual(['was accepted']);
  });

  test('the rejection when its correction was undone', async () => {
    const { id, email } = await aPending();
    await decide(testApp, id, 'accept');
    await decisionsMailedTo(email);
    await decide(testApp, id, 'reject');
    await decide(testApp, id, 'accept');
    await undo(testApp, id);
    expect(await decisionsMailedTo(email)).toEqual(['was accepted', 'was not accepted']);
  });

  test('no mail twice when a site of an earlier version is decided about', async () => {
    const { id, email } = await aPending();
    await decide(testApp, id, 'accept');
    await decisionsMailedTo(email);
    await testApp.db.deleteFrom('nominationDecisions').where('nominationId', '=', id).execute();
    await decide(testApp, id, 'reject');
    await decide(testApp, id, 'accept');
    expect(await decisionsMailedTo(email)).toEqual(['was accepted']);
  });

  test('only the last decision when the one before could not be delivered yet', async () => {
    const { id, email } = await aPending();
    await decideAndFail(id, email);
    await decide(testApp, id, 'reject');
    expect(await decisionsMailedTo(email)).toEqual(['was not accepted']);
  });

  test('the one before nevertheless when the last one was undone', async () => {
    const { id, email } = await aPending();
    await decideAndFail(id, email);
    await decide(testApp, id, 'reject');
    await undo(testApp, id);
    expect(await decisionsMailedTo(email)).toEqual(['was accepted']);
  });

  /** An acceptance whose mail was tried, and the mail server did not take it. */
  async function decideAndFail(id: NominationId, email: string): Promise<void> {
    const { body } = await decide(testApp, id, 'accept');
    await testApp.db
      .updateTable('nominationDecisions')
      .set({ mailLeftAt: new Date().toISOString() })
      .where('id', '=', body.lastDecision?.id as never)
      .execute();
    await sql`update pgboss.job set state = 'retry' where data ->> 'to' = ${email}
      and data ? 'decisionId'`.execute(testApp.db);
  }
});

describe('a worker that takes a mail', () => {
  async function waitingMail(email: string) {
    const { rows } = await sql<{ id: JobId; data: never }>`select id, data from pgboss.job
      where data ->> 'to' = ${email} and data ? 'decisionId'`.execute(testApp.db);
    const [row] = rows;
    if (!row) throw new Error('No mail is waiting.');
    return { id: jobId.parse(row.id), mail: row.data };
  }

  test('too early puts it back', async () => {
    const { id, email } = await aPending();
    await decide(testApp, id, 'accept');
    const actor = await anAdministrator(testApp);
    await testApp.db.transaction().execute((trx) => pauseMail(trx, 'A test.'));
    // So that nobody is promised that it leaves in ten minutes.
    const isPaused = async () => {
      const cookie = await signIn(testApp, actor);
      const [shown, preview] = [
        await testApp.call(getNomination, { cookie, params: { id } }),
        await testApp.call(previewDecision, {
          cookie,
          params: { id },
          query: { action: 'reject' },
        }),
      ];
      return [shown.body.lastDecision?.isMailPaused, preview.body.isMailPaused];
    };
    expect(await isPaused()).toEqual([true, true]);
    await sql`update pgboss.job set start_after = now() where data ->> 'to' = ${email}`.execute(
      testApp.db,
    );
    // Ends the pause for every mail at once.
    await resumeMail(testApp.db, actor);
    expect(await isPaused()).toEqual([false, false]);
    const { id: job, mail } = await waitingMail(email);
    expect(await claimDecisionMail(testApp.db, testApp.mailer, job, mail)).toBeNull();
    await undo(testApp, id);
    expect(await decisionsMailedTo(email)).toEqual([]);
  });

  test('too early does not lose it', async () => {
    const { id, email } = await aPending();
    await decide(testApp, id, 'accept');
    await sql`update pgboss.job set start_after = now() - interval '1 second'
      where data ->> 'to' = ${email} and data ? 'decisionId'`.execute(testApp.db);
    // Wakes the workers.
    await aNominationThatIs(testApp, 'pending');
    const isWaitingAgain = async () => {
      const { rows } = await sql`select id from pgboss.job where data ->> 'to' = ${email}
        and data ? 'decisionId' and start_after > now()`.execute(testApp.db);
      return rows.length === 1;
    };
    await expect.poll(isWaitingAgain).toBe(true);
    await endGrace(testApp);
    // The worker that was too early may note only now that it is done, so no mail seems to wait.
    await testApp.inbox.waitFor(email, 'was accepted');
    expect(await decisionsMailedTo(email)).toEqual(['was accepted']);
  });

  test('at the moment of the undo sends nothing', async () => {
    const { id, email } = await aPending();
    await decide(testApp, id, 'reject');
    const { id: job, mail } = await waitingMail(email);
    await undo(testApp, id);
    // The ten minutes end, too.
    await sql`update nomination_decisions set undoable_until = now() where nomination_id = ${id}`.execute(
      testApp.db,
    );
    expect(await claimDecisionMail(testApp.db, testApp.mailer, job, mail)).toBeNull();
  });

  test('and dies sends it at the next try, and the decision stays', async () => {
    const { id, email } = await aPending();
    await decide(testApp, id, 'accept');
    const { id: job, mail } = await waitingMail(email);
    await sql`update nomination_decisions set undoable_until = now() where nomination_id = ${id}`.execute(
      testApp.db,
    );
    const rename = (firstName: string) =>
      testApp.db.updateTable('nominations').set({ firstName }).where('id', '=', id).execute();
    await rename('Rosalind');
    const first = await claimDecisionMail(testApp.db, testApp.mailer, job, mail);
    expect(first?.subject).toContain('was accepted');
    expect(first?.text).toContain('Rosalind');
    await expect(undo(testApp, id)).rejects.toThrow('nothing to undo');
    // It is the same mail, whatever has changed since.
    await rename('Barbara');
    const { mail: kept } = await waitingMail(email);
    expect(kept).toEqual(first);
    expect(await claimDecisionMail(testApp.db, testApp.mailer, job, kept)).toEqual(first);
    expect(await decisionsMailedTo(email)).toEqual(['was accepted']);
  });
});

describe('a completion', () => {
  async function aNeedWithMoney(allocated: number, spent: number, proven: number) {
    const person = aPerson();
    const { donationId, nominationId } = await aPair(testApp, 100_000, person);
    if (allocated > 0) await anAllocation(testApp, { donationId, nominationId, amount: allocated });
    await publishNeed(testApp, nominationId);
    if (proven > 0) {
      const content = await pdf(['19.99']);
      const receipt = await aPublishedFile(testApp, { nominationId, kind: 'receipt', content });
      await aExpense(testApp, { nominationId, amount: proven, receiptIds: [receipt.id] });
    }
    if (spent > proven) await aExpense(testApp, { nominationId, amount: spent - proven });
    return { id: nominationId, email: person.email };
  }

  test.each([
    {
      what: 'with everything spent and proven',
      amounts: [50_000, 50_000, 50_000],
      warnings: [],
      says: [
        'All of the $500.00 allocated to it was spent.',
        'Everyone can see how it was spent, with receipts',
        '/impact/',
      ],
      never: ['left', 'not spent'],
    },
    {
      what: 'with money left',
      amounts: [50_000, 6_950, 6_950],
      warnings: ['$430.50 of the $500.00 allocated is not spent.'],
      says: [
        '$69.50 of the $500.00 allocated to it was spent.',
        'The $430.50 that is left can still go to this need, or to another need of Cause',
      ],
      never: ['All of the'],
    },
    {
      what: 'with nothing spent',
      amounts: [50_000, 0, 0],
      warnings: ['$500.00 of the $500.00 allocated is not spent.'],
      says: [
        'We have closed your nomination of Maria Lopez. $500.00 was allocated to it and has not been spent.',
        'It can still go to this need, or to another need of Cause',
      ],
      never: ['was spent', 'is left', 'receipts', '/impact/'],
    },
    {
      what: 'without public receipts',
      amounts: [50_000, 50_000, 0],
      warnings: ['$500.00 was spent without a receipt that everyone can see.'],
      says: ['All of the $500.00 allocated to it was spent.'],
      never: ['receipts', '/impact/', 'Everyone can see'],
    },
    {
      what: 'with some receipts',
      amounts: [50_000, 50_000, 38_000],
      warnings: ['$120.00 was spent without a receipt that everyone can see.'],
      says: ['Everyone can see how $380.00 of it was spent, with receipts'],
      never: ['how it was spent, with receipts'],
    },
    {
      what: 'without any money',
      amounts: [0, 0, 0],
      warnings: ['No money is allocated to this nomination.'],
      says: ['No money is allocated to it, and none was spent.'],
      never: ['receipts', 'All of', '$'],
    },
  ])(
    '$what says so, in the preview and in the mail',
    async ({ amounts, warnings, says, never }) => {
      const [allocated = 0, spent = 0, proven = 0] = amounts;
      const { id, email } = await aNeedWithMoney(allocated, spent, proven);
      const { body } = await preview(id, 'complete');
      expect(body.warnings).toEqual(warnings);
      for (const text of says) expect(body.mail?.text).toContain(text);
      for (const text of never) expect(body.mail?.text).not.toContain(text);
      await decide(testApp, id, 'complete');
      await decisionsMailedTo(email);
      const mail = await testApp.inbox.waitFor(email, 'is completed');
      expect(mail.text?.trim()).toBe(body.mail?.text.trim());
      expect(body.mail?.to).toBe(email);
      expect(body.mail?.subject).toBe(mail.subject);
    },
  );

  test('of help that did not work out says so, in the preview, in the mail, and in the lists', async () => {
    const { id, email } = await aNeedWithMoney(50_000, 50_000, 50_000);
    const cookie = await signIn(testApp);
    const didNotWorkOut = async () =>
      (await testApp.call(getNomination, { cookie, params: { id } })).body.didNotWorkOut;
    expect(await didNotWorkOut()).toBe(false);
    await aPublishedUpdate(testApp, id, { kind: 'did_not_work_out' });
    await aPublishedUpdate(testApp, id, { kind: 'progress' });
    expect(await didNotWorkOut()).toBe(true);
    const { body } = await preview(id, 'complete');
    expect(body.warnings).toEqual([
      expect.stringContaining('The public page says that this help did not work out.'),
    ]);
    await decide(testApp, id, 'complete');
    // The page itself says "Completed" now, and still has the update.
    expect(await didNotWorkOut()).toBe(true);
    await endGrace(testApp);
    const { text } = await testApp.inbox.waitFor(email, 'is closed');
    expect(text).toContain('We are sorry: this help did not work out');
    expect(text).not.toContain('is completed');
    await testApp.call(unpublishNomination, { cookie, params: { id } });
    expect(await didNotWorkOut()).toBe(false);
  });

  test('is told with the facts of the moment at which its mail leaves', async () => {
    const { id, email } = await aNeedWithMoney(50_000, 0, 0);
    await decide(testApp, id, 'complete');
    await aExpense(testApp, { nominationId: id, amount: 50_000 });
    await decisionsMailedTo(email);
    const { text } = await testApp.inbox.waitFor(email, 'is completed');
    expect(text).toContain('All of the $500.00 allocated to it was spent.');
    expect(text).not.toContain('is left');
  });
});

describe('a rejection', () => {
  test('of a pending nomination needs no warning and says how to appeal', async () => {
    const { id } = await aPending();
    const { body } = await preview(id, 'reject');
    expect(body.warnings).toEqual([]);
    expect(body.mail?.text).toContain('sorry that we could not accept it');
    expect(body.mail?.text).toContain('appeal within 30 days');
  });

  test('mails nothing that was typed to an address that may be somebody else’s', async () => {
    const person = { ...aPerson(), firstName: 'Win at', lastName: 'evil.example' };
    const nominee = 'Cheap pills at evil.example';
    const id = await aNominationThatIs(testApp, 'pending', { person, nominee });
    // Accepted by mistake, which nobody was told.
    for (const action of ['accept', 'reject'] as const) await decide(testApp, id, action);
    await endGrace(testApp);
    const mail = await testApp.inbox.waitFor(person.email, 'was not accepted');
    expect(mail.subject).toBe('Test: Your nomination was not accepted');
    expect(mail.text).toMatch(/Reference: \w{3}-\w{3}/);
    expect(`${mail.text}${mail.html}`).not.toMatch(/evil|pills|Win at/);
  });

  test('of what the nominator was told is accepted takes that back', async () => {
    const { id, email } = await aPending();
    await decide(testApp, id, 'accept');
    await decisionsMailedTo(email);
    const { body } = await preview(id, 'reject');
    expect(body.warnings).toEqual([
      'We have told the nominator that this nomination was accepted.',
    ]);
    expect(body.mail?.text).toContain('We told you that we had accepted your nomination');
    expect(body.mail?.text).not.toContain('went back to the donations');
  });

  test('of what nobody was told is accepted says nothing about that', async () => {
    const { id } = await aPending();
    await decide(testApp, id, 'accept');
    const { body } = await preview(id, 'reject');
    expect(body.warnings).toEqual([]);
    expect(body.mail?.text).not.toContain('We told you');
  });

  test('of what had money says where it went', async () => {
    const { donationId, nominationId } = await aPair(testApp);
    const id = await anAllocation(testApp, { donationId, nominationId, amount: 1_234 });
    expect(await preview(nominationId, 'reject')).toMatchObject({
      status: 409,
      error: { code: 'nomination_holds_money' },
    });
    const actor = await anAdministrator(testApp);
    await release(testApp.db, actor, { id, reason: 'Not needed' }, null);
    const { body } = await preview(nominationId, 'reject');
    expect(body.warnings).toEqual(['Money was allocated to this nomination before.']);
    expect(body.mail?.text).toContain('went back to the donations that it came from');
  });

  test('and undoing an acceptance say that they hide the public page, if it is published', async () => {
    const { id } = await aPending();
    const undoHidesPage = async () => {
      const { body } = await testApp.call(getNomination, {
        cookie: await signIn(testApp),
        params: { id },
      });
      return body.lastDecision?.undoHidesPage;
    };
    await decide(testApp, id, 'accept');
    expect(await undoHidesPage()).toBe(false);
    await publishNeed(testApp, id);
    expect(await undoHidesPage()).toBe(true);
    const hides =
      'Its public page is published. Rejecting it hides the page from everyone immediately.';
    expect((await preview(id, 'reject')).body.warnings).toEqual([hides]);
    expect((await preview(id, 'complete')).body.warnings).not.toContain(hides);

    // Undoing a completion or a rejection hides nothing.
    await decide(testApp, id, 'complete');
    expect(await undoHidesPage()).toBe(false);
    await undo(testApp, id);
    await decide(testApp, id, 'reject');
    expect(await undoHidesPage()).toBe(false);
  });

  test('that hides a page says so even if the nominator gets no email', async () => {
    const { id, email } = await aPending();
    await decide(testApp, id, 'reject');
    await decisionsMailedTo(email);
    await decide(testApp, id, 'accept');
    await publishNeed(testApp, id);
    const { body } = await preview(id, 'reject');
    expect(body.mail).toBeNull();
    expect(body.warnings).toHaveLength(1);
  });

  test('that is reversed later is told as such', async () => {
    const { id, email } = await aPending();
    await decide(testApp, id, 'reject');
    await decisionsMailedTo(email);
    const { body } = await preview(id, 'accept');
    expect(body.warnings).toEqual([]);
    expect(body.mail?.text).toContain('looked into your nomination of Maria Lopez again');
  });
});

describe('a preview', () => {
  test('changes nothing, and is refused where the decision would be', async () => {
    const { id } = await aPending();
    const cookie = await signIn(testApp);
    const before = (await testApp.call(getNomination, { cookie, params: { id } })).body;
    await preview(id, 'accept');
    expect((await testApp.call(getNomination, { cookie, params: { id } })).body).toEqual(before);
    expect(await preview(id, 'complete')).toMatchObject({
      status: 409,
      error: { code: 'illegal_status_change' },
    });
  });
});

test('whoever was erased gets no mail about a decision, and nobody is told that they do', async () => {
  const person = aPerson();
  const id = await aNominationThatIs(testApp, 'accepted', { person });
  await endGrace(testApp);
  const cookie = await logIn(testApp);
  await testApp.call(erasePerson, { cookie, body: { who: person.email } });
  expect((await preview(id, 'complete')).body).toMatchObject({
    mail: null,
    warnings: ['No money is allocated to this nomination.'],
  });
  const { body } = await decide(testApp, id, 'complete');
  expect(body.lastDecision).toMatchObject({ action: 'complete', sendsMail: false });
});

describe('without TEAM_EMAIL', () => {
  const quietApp = useTestApp({ env: { TEAM_EMAIL: '' } });

  test('no mail invites an answer that nobody would read', async () => {
    const person = aPerson();
    const id = await aNominationThatIs(quietApp, 'pending', { person });
    await decide(quietApp, id, 'reject');
    await endGrace(quietApp);
    const mail = await quietApp.inbox.waitFor(person.email, 'was not accepted');
    expect(mail.replyTo ?? []).toEqual([]);
    expect(mail.text).not.toMatch(/reply|tell us|write to us/i);
  });
});

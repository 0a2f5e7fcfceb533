import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { NominationId } from '#contract/ids.ts';
import { publishFile, unpublishFile, updateFile } from '#contract/publishing/files.ts';
import { getNeed } from '#contract/publishing/needs.ts';
import {
  publishNomination,
  savePublicPage,
  unpublishNomination,
} from '#contract/publishing/public-pages.ts';
import { getNomination, undoDecision } from '#contract/vetting/nominations.ts';
import { type NominationStatus, nominationStatus } from '#core/vetting/nomination-status.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { release } from '#server/spending/allocations/release.ts';
import { useTestApp } from '#test/support/app.ts';
import { decide, endGrace, undo } from '#test/support/decisions.ts';
import {
  aNominationThatIs,
  anAdministrator,
  anAllocation,
  aPair,
  signIn,
} from '#test/support/factories.ts';
import { aPublishedNeed, publishNeed } from '#test/support/proof.ts';
import { picture } from '#test/support/sample-files.ts';
import { trail } from '#test/support/trail.ts';
import { aPublishedUpdate } from '#test/support/updates.ts';
import { aPublishedFile, details } from '#test/support/upload.ts';

const testApp = useTestApp();

async function look(id: NominationId) {
  const cookie = await signIn(testApp);
  return (await testApp.call(getNomination, { cookie, params: { id } })).body;
}

const isPublic = async (id: NominationId) =>
  (await testApp.call(getNeed, { params: { id } })).status === 200;

/** Every decision, and the status that undoing it leads back to. */
const decisions = [
  ['accept', 'pending'],
  ['reject', 'pending'],
  ['accept', 'rejected'],
  ['reject', 'accepted'],
  ['complete', 'accepted'],
] as const satisfies [string, NominationStatus][];

describe('within ten minutes', () => {
  test.each(decisions)('%s of a nomination that was %s is undone', async (action, from) => {
    const id = await aNominationThatIs(testApp, from);
    await endGrace(testApp);
    const { body: decided } = await decide(testApp, id, action);
    expect(decided.lastDecision).toMatchObject({ action });
    const left = Date.parse(decided.lastDecision?.undoableUntil ?? '') - Date.now();
    expect(left / 60_000).toBeGreaterThan(9);
    expect(left / 60_000).toBeLessThanOrEqual(10.1);

    const { status, body } = await undo(testApp, id);
    expect(status).toBe(200);
    expect(nominationStatus(body)).toBe(from);
    expect(body).toEqual({ ...(await look(id)), staysHidden: false });
    expect(body.lastDecision).toBeNull();
  });

  test('the audit trail has the decision and that it was undone', async () => {
    const id = await aNominationThatIs(testApp, 'pending');
    await decide(testApp, id, 'reject');
    await undo(testApp, id);
    const entries = await trail(testApp, { subjectId: id });
    expect(entries.slice(0, 2)).toMatchObject([
      {
        action: 'nomination.decision_undone',
        changes: [{ field: 'Status', before: 'Rejected', after: 'Pending' }],
      },
      {
        action: 'nomination.rejected',
        changes: [{ field: 'Status', before: 'Pending', after: 'Rejected' }],
      },
    ]);
  });

  test('a page that a rejection hid is public again, and one that was hidden stays so', async () => {
    const shown = await aPublishedNeed(testApp);
    await decide(testApp, shown, 'reject');
    expect(await isPublic(shown)).toBe(false);
    await undo(testApp, shown);
    expect(await isPublic(shown)).toBe(true);

    const hidden = await aNominationThatIs(testApp, 'accepted');
    await decide(testApp, hidden, 'reject');
    await undo(testApp, hidden);
    expect(await isPublic(hidden)).toBe(false);
  });

  test.each([
    ['saved', savePublicPage],
    ['unpublished', unpublishNomination],
  ])('a page that a colleague %s since the rejection stays hidden', async (_, change) => {
    const id = await aPublishedNeed(testApp);
    await decide(testApp, id, 'reject');
    const cookie = await signIn(testApp);
    const texts = { publicName: 'A family', summary: 'Heat', story: 'A note', coverFileId: null };
    const payload = change === savePublicPage ? texts : undefined;
    const url = change.path.replace(':id', id);
    const headers = { cookie };
    const { statusCode } = await testApp.request({ method: 'POST', url, headers, payload });
    expect(statusCode).toBe(200);
    const { body: undone } = await undo(testApp, id);
    expect([nominationStatus(undone), undone.staysHidden]).toEqual(['accepted', true]);
    expect(await isPublic(id)).toBe(false);

    // Published again, it is like any other page.
    await testApp.call(publishNomination, { cookie, params: { id } });
    await decide(testApp, id, 'reject');
    expect((await undo(testApp, id)).body.staysHidden).toBe(false);
    expect(await isPublic(id)).toBe(true);
  });

  test('so does one of which a colleague described a photo again, or published one', async () => {
    const cookie = await signIn(testApp);
    const { id: fileId, nominationId: id } = await aPublishedFile(testApp, {
      content: await picture(),
    });
    const params = { id: fileId };
    const rejected = async (change: () => Promise<{ status: number }>) => {
      await decide(testApp, id, 'reject');
      expect((await change()).status).toBe(200);
      const { staysHidden } = (await undo(testApp, id)).body;
      expect(await isPublic(id)).toBe(!staysHidden);
      await testApp.call(publishNomination, { cookie, params: { id } });
      return staysHidden;
    };
    const body = { ...details, caption: 'A note for ourselves' };
    expect(await rejected(() => testApp.call(updateFile, { cookie, params, body }))).toBe(true);
    // What it takes from the page shows nothing that nobody has agreed to.
    expect(await rejected(() => testApp.call(unpublishFile, { cookie, params }))).toBe(false);
    expect(await rejected(() => testApp.call(updateFile, { cookie, params, body: details }))).toBe(
      false,
    );
    expect(await rejected(() => testApp.call(publishFile, { cookie, params }))).toBe(true);
  });

  test('a page that was published after the acceptance is hidden', async () => {
    const id = await aNominationThatIs(testApp, 'accepted');
    await publishNeed(testApp, id);
    expect(await isPublic(id)).toBe(true);
    await undo(testApp, id);
    expect(await isPublic(id)).toBe(false);
    // Accepting it again does not publish anything either.
    await decide(testApp, id, 'accept');
    expect(await isPublic(id)).toBe(false);
  });

  test('the state of a public page is that of before a completion', async () => {
    const id = await aPublishedNeed(testApp);
    await decide(testApp, id, 'complete');
    const { body: completed } = await testApp.call(getNeed, { params: { id } });
    await undo(testApp, id);
    const { body } = await testApp.call(getNeed, { params: { id } });
    expect([completed.state, body.state]).toEqual(['completed', 'open']);
  });

  test('decisions are undone one after another, the last one first', async () => {
    const id = await aNominationThatIs(testApp, 'pending');
    const [accepted, rejected] = [
      (await decide(testApp, id, 'accept')).body,
      (await decide(testApp, id, 'reject')).body,
    ];
    expect(accepted.lastDecision?.id).not.toBe(rejected.lastDecision?.id);
    expect(nominationStatus((await undo(testApp, id)).body)).toBe('accepted');
    expect((await look(id)).lastDecision?.id).toBe(accepted.lastDecision?.id);
    expect(nominationStatus((await undo(testApp, id)).body)).toBe('pending');
    expect((await look(id)).lastDecision).toBeNull();
  });
});

describe('undo is refused, and nothing changes,', () => {
  async function expectRefusal(
    id: NominationId,
    decisionId: string | undefined,
    code: string,
    message: string | RegExp,
  ) {
    const before = await look(id);
    const cookie = await signIn(testApp);
    const body = { decisionId } as Parameters<typeof undo>[1] & object;
    const { status, error } = await testApp.call(undoDecision, {
      cookie,
      params: { id },
      body: body as never,
    });
    expect({ status, code: error.code }).toEqual({
      status: code === 'not_found' ? 404 : 409,
      code,
    });
    expect(error.message).toMatch(message);
    expect(await look(id)).toEqual(before);
  }

  test('after the ten minutes', async () => {
    const id = await aNominationThatIs(testApp, 'pending');
    const { body } = await decide(testApp, id, 'accept');
    await endGrace(testApp);
    expect((await look(id)).lastDecision).toBeNull();
    await expectRefusal(
      id,
      body.lastDecision?.id,
      'undo_too_late',
      /ten minutes, and they are over/,
    );
  });

  test('after the ten minutes, also while its mail still waits, as during a pause of all mail', async () => {
    const id = await aNominationThatIs(testApp, 'pending');
    const { body } = await decide(testApp, id, 'accept');
    await sql`update nomination_decisions set undoable_until = now()
      where nomination_id = ${id}`.execute(testApp.db);
    expect((await look(id)).lastDecision).toBeNull();
    await expectRefusal(id, body.lastDecision?.id, 'undo_too_late', /and they are over/);
  });

  test('when its mail may have arrived, also after a later decision was undone', async () => {
    const id = await aNominationThatIs(testApp, 'pending');
    const { body } = await decide(testApp, id, 'accept');
    const decisionId = body.lastDecision?.id;
    // As after a try to which the mail server gave no answer.
    await sql`update nomination_decisions set mail_left_at = now()
      where id = ${decisionId}`.execute(testApp.db);
    await sql`update pgboss.job set state = 'retry'
      where data ->> 'decisionId' = ${decisionId}`.execute(testApp.db);
    await decide(testApp, id, 'reject');
    await undo(testApp, id);
    expect((await look(id)).lastDecision).toBeNull();
    await expectRefusal(id, decisionId, 'undo_too_late', /and they are over/);
  });

  test('when an update has told everybody that it is completed', async () => {
    const id = await aPublishedNeed(testApp);
    const { body } = await decide(testApp, id, 'complete');
    await aPublishedUpdate(testApp, id);
    expect((await look(id)).lastDecision?.id).toBe(body.lastDecision?.id);
    await aPublishedUpdate(testApp, id, { kind: 'completed' });
    await expectRefusal(id, body.lastDecision?.id, 'undo_too_late', /has been published/);
  });

  test('the second time', async () => {
    const id = await aNominationThatIs(testApp, 'pending');
    const { body } = await decide(testApp, id, 'accept');
    await undo(testApp, id);
    await expectRefusal(id, body.lastDecision?.id, 'already_undone', /already undone/);
  });

  test('when somebody has decided since', async () => {
    const id = await aNominationThatIs(testApp, 'pending');
    const { body } = await decide(testApp, id, 'accept');
    await decide(testApp, id, 'reject');
    await expectRefusal(id, body.lastDecision?.id, 'illegal_status_change', /is rejected now/);
  });

  test('while money is allocated to what was accepted, and works after it is released', async () => {
    const { donationId, nominationId } = await aPair(testApp);
    const { lastDecision } = await look(nominationId);
    const id = await anAllocation(testApp, { donationId, nominationId, amount: 1_234 });
    await expectRefusal(
      nominationId,
      lastDecision?.id,
      'nomination_holds_money',
      /^\$12\.34 is allocated to this nomination\. Release its allocations first, then undo this\.$/,
    );
    const actor = await anAdministrator(testApp);
    await release(testApp.db, actor, { id, reason: 'A mistake' }, null);
    expect(nominationStatus((await undo(testApp, nominationId)).body)).toBe('pending');
  });

  test('with the decision of another nomination, or one that never was', async () => {
    const [id, other] = [
      await aNominationThatIs(testApp, 'accepted'),
      await aNominationThatIs(testApp, 'accepted'),
    ];
    await expectRefusal(id, (await look(other)).lastDecision?.id, 'not_found', /decision/);
    await expectRefusal(id, newId(), 'not_found', /decision/);
  });
});

describe('at the same moment', () => {
  test('two administrators undo a decision once', async () => {
    const id = await aNominationThatIs(testApp, 'accepted');
    const { lastDecision } = await look(id);
    const cookies = await Promise.all(Array.from({ length: 4 }, () => signIn(testApp)));
    const answers = await Promise.all(
      cookies.map((cookie) =>
        testApp.call(undoDecision, {
          cookie,
          params: { id },
          body: { decisionId: lastDecision?.id as never },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(nominationStatus(await look(id))).toBe('pending');
  });

  test('one undoes an acceptance while another allocates money: never both', async () => {
    for (let round = 0; round < 5; round++) {
      const { donationId, nominationId } = await aPair(testApp);
      const [undone, allocated] = await Promise.allSettled([
        undo(testApp, nominationId),
        anAllocation(testApp, { donationId, nominationId, amount: 100 }),
      ]);
      const wasUndone = undone.status === 'fulfilled' && undone.value.status === 200;
      expect(wasUndone).toBe(allocated.status === 'rejected');
      const { allocatedAmount, ...now } = await look(nominationId);
      expect([nominationStatus(now), allocatedAmount]).toEqual(
        wasUndone ? ['pending', 0] : ['accepted', 100],
      );
    }
  });
});

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { NominationId } from '#contract/ids.ts';
import { getDesk } from '#contract/overview/desk.ts';
import { listDecisions, previewLetter, upholdRejection } from '#contract/vetting/decisions.ts';
import { listNominations, undoDecision, updateNomination } from '#contract/vetting/nominations.ts';
import { createPaper } from '#contract/vetting/papers.ts';
import { declareConflict } from '#contract/vetting/reviews.ts';
import { openTrackingPage, sendAppeal } from '#contract/vetting/tracking-page.ts';
import {
  draftLetter,
  letterActions,
  reasonsFor,
  usualOtherHelp,
} from '#core/vetting/decision-reasons.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import { bodies, endGrace } from '#test/support/decisions.ts';
import { anAdministrator, aTeamMember, signIn } from '#test/support/factories.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aTrackedNomination } from '#test/support/tracking.ts';
import { tokenIn } from '#test/support/tracking-link.ts';
import { trail } from '#test/support/trail.ts';

const testApp = useTestApp();
const open = async (token: string) =>
  (await testApp.call(openTrackingPage, { body: { token } })).body;
const appeal = (token: string, text = 'There is a new letter of the landlord.') =>
  testApp.call(sendAppeal, { body: { token, text, papers: [] } });

async function decide(
  by: TeamMember,
  id: NominationId,
  action: 'accept' | 'reject',
  more: object = {},
) {
  const cookie = await signIn(testApp, by);
  return testApp.call(updateNomination, {
    cookie,
    params: { id },
    body: { ...bodies[action], ...more },
  });
}

/** A nomination whose rejection its nominator knows of. */
async function aRejected(more: object = {}) {
  const [decliner, other] = [await anAdministrator(testApp), await anAdministrator(testApp)];
  const nomination = await aTrackedNomination(testApp);
  await decide(decliner, nomination.id, 'reject', more);
  await endGrace(testApp);
  return { ...nomination, decliner, other };
}

describe('a decision', () => {
  test.each(letterActions)('to %s has reasons, each with a letter to begin with', (action) => {
    for (const { value } of reasonsFor(action)) {
      const letter = draftLetter(action, value, { firstName: 'Ada' });
      expect(letter).toMatch(/^Dear Ada,/);
      expect(letter.split('\n\n')).toHaveLength(5);
      expect(letter).toMatch(/^Dear Ada,\n\n[A-Z]/);
      // Somebody may have nominated themselves, and money may have to come first.
      expect(letter).not.toMatch(/somebody else|somebody who|at once/);
    }
  });

  test('keeps its reason and note for the team, and the letter is what the nominator reads', async () => {
    await changeSettings(testApp, {
      nominees: { isConsentRequired: false, otherHelp: 'Ask the food bank on Elm Street.' },
    });
    const words = {
      decisionReason: 'no_money',
      note: 'Markednote',
      letter: 'Dear Ada,\n\nwe are sorry.',
    };
    const { id, token, person, decliner } = await aRejected(words);
    await changeSettings(testApp, { nominees: { isConsentRequired: false, otherHelp: '' } });
    const mail = await testApp.inbox.waitFor(person.email, 'was not accepted');
    expect(mail.text).toContain('we are sorry.');
    expect(mail.text).toContain('Ask the food bank on Elm Street.');
    expect(mail.text).toContain('30 days');
    expect(mail.text).not.toContain('Markednote');
    const shown = await open(tokenIn(mail.text));
    expect(JSON.stringify(shown)).not.toMatch(/Markednote|no_money|Not enough money/);
    expect(await open(token)).toEqual(shown);
    expect(shown.whyDeclined).toBe('The letter in our email tells you more.');
    const cookie = await signIn(testApp, decliner);
    const { body } = await testApp.call(listDecisions, { cookie, params: { id } });
    expect(body).toMatchObject([
      {
        action: 'reject',
        reason: 'Not enough money',
        note: 'Markednote',
        letter: 'Dear Ada,\n\nwe are sorry.',
        decidedBy: `${decliner.firstName} ${decliner.lastName}`,
        appeal: null,
      },
    ]);
  });

  test('with nothing written sends our usual words, and how to appeal', async () => {
    const otherHelp = 'Ask the food bank on Elm Street.';
    await changeSettings(testApp, { nominees: { isConsentRequired: false, otherHelp } });
    const { person } = await aRejected();
    await changeSettings(testApp, { nominees: { isConsentRequired: false, otherHelp: '' } });
    const mail = await testApp.inbox.waitFor(person.email, 'was not accepted');
    expect(mail.text).toContain('sorry that we could not accept it.');
    expect(mail.text).toContain(otherHelp);
    expect(mail.text).toContain('appeal within 30 days');
    const { appeal: possible, whyDeclined: why } = await open(tokenIn(mail.text));
    expect(possible?.canUntil).not.toBeNull();
    expect(why).toBe('Our team decided that we cannot help this time.');
    expect(mail.text).toContain(why);
  });

  test('with a reason and no letter tells it in kind words, and where else to ask in any case', async () => {
    const { person } = await aRejected({ decisionReason: 'out_of_reach' });
    const mail = await testApp.inbox.waitFor(person.email, 'was not accepted');
    const why = 'We can only help where we can verify a need in person, and this is too far away.';
    expect(mail.text).toContain(why);
    expect(mail.text).toContain(usualOtherHelp);
    expect(await open(tokenIn(mail.text))).toMatchObject({
      state: 'declined',
      whyDeclined: why,
      otherHelp: usualOtherHelp,
    });
  });

  test('with a letter can be seen before, and is refused with a reason of another decision', async () => {
    const { id } = await aTrackedNomination(testApp);
    const cookie = await signIn(testApp);
    const preview = await testApp.call(previewLetter, {
      cookie,
      params: { id },
      body: { action: 'reject', letter: 'Seen before.' },
    });
    expect(preview.body.html).toContain('Seen before.');
    const body = { ...bodies.accept, decisionReason: 'no_money' };
    expect(await testApp.call(updateNomination, { cookie, params: { id }, body })).toMatchObject({
      status: 400,
    });
  });

  test('of somebody who has not seen the one before is refused with what happened', async () => {
    const [first, second] = [await anAdministrator(testApp), await anAdministrator(testApp)];
    const { id } = await aTrackedNomination(testApp);
    const seen = { seenStatus: 'pending' };
    expect((await decide(first, id, 'accept', seen)).status).toBe(200);
    const refused = await decide(second, id, 'reject', seen);
    expect(refused).toMatchObject({ status: 409, body: { code: 'decided_meanwhile' } });
    expect(refused.body).toMatchObject({
      message: expect.stringContaining(`${first.firstName} ${first.lastName} was faster`),
    });
    expect((await decide(second, id, 'reject', { seenStatus: 'accepted' })).status).toBe(200);
  });
});

describe('an appeal', () => {
  test('wakes the nomination up, and somebody else decides', async () => {
    const { id, token, decliner, other, person, reference } = await aRejected();
    expect((await open(token)).appeal).toMatchObject({ canUntil: expect.any(String), sent: null });
    const { status, body } = await appeal(token, 'Markedappeal');
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'appealed', appeal: { canUntil: null } });
    const mail = await testApp.inbox.waitFor(teamEmail, `Appeal about nomination ${reference}`);
    expect(mail.text).not.toContain('Markedappeal');
    const cookie = await signIn(testApp, decliner);
    const waitsFor = async (by: TeamMember) =>
      (await testApp.call(getDesk, { cookie: await signIn(testApp, by) })).body.appeals?.count;
    expect([await waitsFor(decliner), await waitsFor(other)]).toEqual([0, 1]);
    const query = { waitsFor: 'appeal' as const };
    const { body: listed } = await testApp.call(listNominations, { cookie, query });
    expect(listed).toMatchObject([{ id, hasOpenAppeal: true }]);
    const uphold = async (by: TeamMember, letter = '') =>
      testApp.call(upholdRejection, {
        cookie: await signIn(testApp, by),
        params: { id },
        body: { letter },
      });
    expect(await uphold(decliner)).toMatchObject({ status: 409, body: { code: 'own_decision' } });
    expect(await decide(decliner, id, 'accept')).toMatchObject({
      status: 409,
      body: { code: 'own_decision' },
    });
    expect((await uphold(other, 'We looked again.')).status).toBe(200);
    const told = await testApp.inbox.waitFor(
      person.email,
      `Your appeal about nomination ${reference}`,
    );
    expect(told.text).toContain('We looked again.');
    expect(told.text).toContain('final');
    expect(await open(token)).toMatchObject({
      state: 'declined',
      appeal: { canUntil: null, sent: { outcome: 'upheld' } },
    });
    expect(await appeal(token)).toMatchObject({ status: 409, body: { code: 'appeal_closed' } });
    expect(await uphold(other)).toMatchObject({ status: 409, body: { code: 'appeal_closed' } });
    const actions = (await trail(testApp, { subjectId: id })).map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(['nomination.appealed', 'nomination.appeal_decided']),
    );
  });

  test('can be accepted, and waits again when that is undone', async () => {
    const { id, token, other } = await aRejected();
    await appeal(token);
    const accepted = await decide(other, id, 'accept');
    expect(accepted).toMatchObject({ status: 200, body: { hasOpenAppeal: false } });
    const cookie = await signIn(testApp, other);
    const decisionId = accepted.body.lastDecision?.id;
    if (!decisionId) throw new Error('Nothing to undo');
    const undone = await testApp.call(undoDecision, {
      cookie,
      params: { id },
      body: { decisionId },
    });
    expect(undone.body).toMatchObject({ isRejected: true, hasOpenAppeal: true });
    await decide(other, id, 'accept');
    await endGrace(testApp);
    expect(await open(token)).toMatchObject({ state: 'approved', appeal: null });
    // The nominator was told, so a rejection after that leaves it decided.
    expect(await decide(other, id, 'reject')).toMatchObject({
      status: 200,
      body: { hasOpenAppeal: false },
    });
  });

  test('that is accepted looks as before until the nominator is told', async () => {
    const { id, token, other } = await aRejected();
    await appeal(token);
    const before = await open(token);
    await decide(other, id, 'accept');
    expect(await open(token)).toEqual(before);
    expect(await appeal(token)).toMatchObject({ status: 409, body: { code: 'appeal_closed' } });
    const unappealed = await aRejected();
    await decide(unappealed.other, unappealed.id, 'accept');
    expect((await open(unappealed.token)).appeal).toMatchObject({ canUntil: expect.any(String) });
    const tooEarly = await appeal(unappealed.token);
    expect(tooEarly.error.message).toContain('come back in ten minutes');
  });

  test('is possible once the mail has left, for 30 days, and only while it is declined', async () => {
    const decliner = await anAdministrator(testApp);
    const { id, token } = await aTrackedNomination(testApp);
    expect(await appeal(token)).toMatchObject({ status: 409, body: { code: 'appeal_closed' } });
    await decide(decliner, id, 'reject');
    expect(await appeal(token)).toMatchObject({ status: 409, body: { code: 'appeal_closed' } });
    await endGrace(testApp);
    await sql`update nomination_decisions set mail_left_at = now() - interval '31 days'
      where nomination_id = ${id}`.execute(testApp.db);
    expect(await appeal(token)).toMatchObject({ status: 409, body: { code: 'appeal_closed' } });
    const paper = { token, questionId: null, bytes: 10 };
    expect(await testApp.call(createPaper, { body: paper })).toMatchObject({
      status: 409,
      body: { code: 'appeal_closed' },
    });
    expect((await open(token)).appeal).toEqual({ canUntil: null, sent: null });
    await sql`update nomination_decisions set mail_left_at = now() - interval '29 days'
      where nomination_id = ${id}`.execute(testApp.db);
    expect((await testApp.call(createPaper, { body: paper })).status).toBe(201);
    expect((await appeal(token)).status).toBe(200);
  });

  test('takes the right to decide', async () => {
    const { id, token } = await aRejected();
    await appeal(token);
    const cookie = await signIn(testApp, await aTeamMember(testApp, 'auditor'));
    const { body } = await testApp.call(listDecisions, { cookie, params: { id } });
    expect(body[0]?.appeal).toMatchObject({ mayDecide: false });
    expect((await testApp.call(upholdRejection, { cookie, params: { id }, body: {} })).status).toBe(
      403,
    );
  });
});

describe('an appeal is for somebody else to decide', () => {
  test('and not for whoever rejects again before the nominator is told', async () => {
    const { id, token, decliner, other } = await aRejected();
    await appeal(token);
    await decide(other, id, 'accept');
    expect(await decide(decliner, id, 'reject')).toMatchObject({
      status: 200,
      body: { hasOpenAppeal: true },
    });
    expect(await open(token)).toMatchObject({
      state: 'appealed',
      appeal: { sent: { outcome: null } },
    });
    expect(await decide(decliner, id, 'accept')).toMatchObject({ status: 409 });
    expect((await decide(other, id, 'accept')).status).toBe(200);
  });

  test('and not for whoever has a conflict of interest', async () => {
    const { id, token, other } = await aRejected();
    await appeal(token);
    const cookie = await signIn(testApp, other);
    const params = { id };
    await testApp.call(declareConflict, { cookie, params, body: { reason: 'My sister' } });
    expect(await testApp.call(upholdRejection, { cookie, params, body: {} })).toMatchObject({
      status: 409,
      body: { code: 'conflict_of_interest' },
    });
    const { body } = await testApp.call(listDecisions, { cookie, params });
    expect(body[0]?.appeal).toMatchObject({ mayDecide: false, outcome: null });
  });

  test('but for whoever rejected it while all others have a conflict of interest', async () => {
    const { id, token, decliner, other } = await aRejected();
    await appeal(token);
    const [cookie, ofOther] = [await signIn(testApp, decliner), await signIn(testApp, other)];
    const params = { id };
    const others = await testApp.db
      .selectFrom('users')
      .select('id as userId')
      .where('id', 'not in', [decliner.id, other.id])
      .execute();
    const conflict = { nominationId: id, reason: 'My sister' };
    // Without the calls of everybody whom the tests before have made.
    await testApp.db
      .insertInto('conflicts')
      .values(others.map(({ userId }) => ({ ...conflict, userId })))
      .execute();
    const uphold = () => testApp.call(upholdRejection, { cookie, params, body: {} });
    expect(await uphold()).toMatchObject({ status: 409, body: { code: 'own_decision' } });
    await testApp.call(declareConflict, { cookie: ofOther, params, body: conflict });
    const { body } = await testApp.call(listDecisions, { cookie, params });
    expect(body[0]?.appeal).toMatchObject({ mayDecide: true, isAlone: true });
    expect((await uphold()).status).toBe(200);
  });
});

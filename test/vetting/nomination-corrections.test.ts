import { describe, expect, test } from 'vitest';
import type { RequestOf } from '#contract/endpoint.ts';
import type { NominationId } from '#contract/ids.ts';
import { erasePerson } from '#contract/privacy/privacy.ts';
import { getNeed } from '#contract/publishing/needs.ts';
import { getPublicPage } from '#contract/publishing/public-pages.ts';
import { recordExpense } from '#contract/spending/expenses.ts';
import { correctNomination, getNominationCorrections } from '#contract/vetting/corrections.ts';
import { getNomination, listNominations, previewDecision } from '#contract/vetting/nominations.ts';
import { declareConflict } from '#contract/vetting/reviews.ts';
import { openTrackingPage } from '#contract/vetting/tracking-page.ts';
import { unnamedPayee, withoutHiddenNames } from '#core/vetting/consent.ts';
import { hiddenNamesSql } from '#server/vetting/consents/gate.ts';
import { useTestApp } from '#test/support/app.ts';
import { aConsent } from '#test/support/consents.ts';
import { expenseCalls, words } from '#test/support/expenses.ts';
import {
  aNomination,
  aNominationThatIs,
  anAcceptedNomination,
  aPerson,
  aTeamMember,
  signIn,
} from '#test/support/factories.ts';
import { publishNeed } from '#test/support/proof.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aTrackedNomination } from '#test/support/tracking.ts';
import { tokenIn } from '#test/support/tracking-link.ts';
import { trail } from '#test/support/trail.ts';
import { aReceipt } from '#test/support/upload.ts';

const testApp = useTestApp();
const { aNeed } = expenseCalls(testApp);

type Changes = Partial<RequestOf<typeof correctNomination>['body']>;

async function read(id: NominationId) {
  const cookie = await signIn(testApp);
  return (await testApp.call(getNominationCorrections, { cookie, params: { id } })).body;
}

/** Corrects a nomination as it is now, but for these changes. */
async function correct(id: NominationId, changes: Changes, as?: string) {
  const { revision, facts, hasContact } = await read(id);
  const { firstName, lastName, phone, zip, ...others } = facts;
  return testApp.call(correctNomination, {
    cookie: as ?? (await signIn(testApp)),
    params: { id },
    body: {
      ...(hasContact ? facts : others),
      revision,
      reason: 'Misspelled by the nominator',
      ...changes,
    },
  });
}

const pageOf = async (id: NominationId) =>
  (await testApp.call(getPublicPage, { cookie: await signIn(testApp), params: { id } })).body;

describe('correcting a nomination', () => {
  test('changes its facts everywhere, keeps what they were, and names in the trail what changed', async () => {
    const { id } = await aTrackedNomination(testApp, { nominee: 'Okafor Famliy' });
    const cookie = await signIn(testApp);
    const params = { id };
    const { body: before } = await testApp.call(getNomination, { cookie, params });
    const changes = { nominee: 'Okafor Family', zip: '10115', neededAmount: 45_000 };
    const answer = await correct(id, changes);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        revision: 1,
        facts: changes,
        hidesPage: false,
        corrections: [
          {
            by: expect.any(String),
            reason: 'Misspelled by the nominator',
            was: { nominee: 'Okafor Famliy', zip: before.zip, neededAmount: null },
          },
        ],
      },
    });
    expect(Object.keys(answer.body.corrections[0]?.was ?? {})).toHaveLength(3);
    const { body: after } = await testApp.call(getNomination, { cookie, params });
    expect(after).toEqual({ ...before, ...changes });
    const list = await testApp.call(listNominations, { cookie, query: { nominee: 'family' } });
    expect(list.body).toMatchObject([{ id, nominee: 'Okafor Family' }]);
    const letter = await testApp.call(previewDecision, {
      cookie,
      params,
      query: { action: 'accept' },
    });
    expect(letter.body.mail?.text).toContain('Okafor Family');
    const [entry] = await trail(testApp, { subjectId: id, action: 'nomination.corrected' });
    expect(entry).toMatchObject({
      subject: { name: 'Okafor Family' },
      reason: 'Misspelled by the nominator',
      changes: [{ field: 'Changed', before: null, after: 'Nominee, Zip code, Needed amount' }],
    });
    // Nothing differs: no version.
    expect((await correct(id, {})).body.revision).toBe(1);
  });

  test('tells the nominator of what the tracking page shows, and of nothing else', async () => {
    const { id, reference, person } = await aTrackedNomination(testApp);
    await correct(id, { phone: '555 0199', nomineeKnows: 'yes' });
    await correct(id, { nominee: 'Maria López', urgency: 'days' });
    const mail = await testApp.inbox.waitFor(
      person.email,
      `We corrected your nomination ${reference}`,
    );
    expect(mail.text?.replaceAll(/\s+/g, ' ')).toContain(
      'Our team has corrected the name of the nominee and how soon it is needed in your nomination.',
    );
    expect(mail.text).not.toContain('López');
    const { body } = await testApp.call(openTrackingPage, {
      body: { token: tokenIn(mail.text ?? '') },
    });
    expect(body).toMatchObject({ nominee: 'Maria López', urgency: 'days' });
    // And the confirmation.
    expect(await mailsQueuedFor(testApp, person.email)).toBe(2);
  });

  test('is refused to whoever has not seen the last version, and to whoever has an interest', async () => {
    const id = await aNomination(testApp);
    const { facts } = await read(id);
    const cookie = await signIn(testApp);
    const send = (nominee: string) =>
      testApp.call(correctNomination, {
        cookie,
        params: { id },
        body: { ...facts, nominee, revision: 0, reason: 'Misspelled' },
      });
    const answers = await Promise.all([send('Maria López'), send('María Lopez')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      error: {
        code: 'nomination_changed',
        message: expect.stringContaining('Somebody else has corrected this nomination'),
      },
    });
    await testApp.call(declareConflict, { cookie, params: { id }, body: { reason: '' } });
    expect((await correct(id, { nominee: 'Maria' }, cookie)).error.code).toBe(
      'conflict_of_interest',
    );
  });

  test('waits for what somebody has asked a second person about it', async () => {
    await aTeamMember(testApp, 'owner');
    await changeSettings(testApp, {
      fourEyes: { isOn: true, spendingAboveCents: 100, refundAboveCents: 100 },
    });
    const { nominationId } = await aNeed(500);
    const receiptIds = [await aReceipt(testApp, nominationId)];
    const { status } = await testApp.call(recordExpense, {
      cookie: await signIn(testApp),
      params: { id: nominationId },
      body: { ...words, amount: 400, receiptIds },
    });
    expect(status).toBe(202);
    expect(await correct(nominationId, { nominee: 'Another Family' })).toMatchObject({
      status: 409,
      error: { code: 'request_waits', message: expect.stringContaining('second person: Expense') },
    });
    await changeSettings(testApp, {
      fourEyes: { isOn: false, spendingAboveCents: 100, refundAboveCents: 100 },
    });
  });
});

describe('the public page of a nominee whose name is corrected', () => {
  const shown = async (id: NominationId) =>
    (await testApp.call(getNeed, { params: { id } })).status;
  const aShown = async (publicName: string) => {
    const id = await anAcceptedNomination(testApp, { nominee: 'Okafor Famliy' });
    return publishNeed(testApp, id, { publicName });
  };

  test('gets the new name if it has the former one, and stays public', async () => {
    const id = await aShown('Okafor Famliy');
    expect((await correct(id, { nominee: 'Okafor Family' })).body.hidesPage).toBe(false);
    expect(await pageOf(id)).toMatchObject({ publicName: 'Okafor Family', isVisible: true });
    const { body } = await testApp.call(getNeed, { params: { id } });
    expect(body.name).toBe('Okafor Family');
    const entries = await trail(testApp, { subjectId: id, action: 'public_page.saved' });
    expect(entries).toHaveLength(2);
  });

  test('keeps a name of its own', async () => {
    const id = await aShown('A furnace');
    await correct(id, { nominee: 'Okafor Family' });
    expect(await pageOf(id)).toMatchObject({ publicName: 'A furnace', isVisible: true });
  });

  test('is hidden by whoever may not publish', async () => {
    const id = await aShown('Okafor Famliy');
    const caseWorker = await signIn(testApp, await aTeamMember(testApp, 'case-worker'));
    const { body } = await correct(id, { nominee: 'Okafor Family' }, caseWorker);
    expect(body.hidesPage).toBe(true);
    expect(await pageOf(id)).toMatchObject({ publicName: 'Okafor Family', isPublished: false });
    expect(await shown(id)).toBe(404);
  });

  test('is hidden if the nominee agreed under another name, and stays for another spelling', async () => {
    const id = await aShown('Okafor Famliy');
    await aConsent(testApp, id);
    expect((await correct(id, { nominee: 'Okafor Family' })).body.hidesPage).toBe(false);
    expect((await correct(id, { nominee: 'Miller' })).body.hidesPage).toBe(true);
    expect(await shown(id)).toBe(404);
  });

  test('names an unnamed one neither by the new name nor by the former one', async () => {
    const { nominationId: id } = await aNeed(1_000);
    await correct(id, { nominee: 'Zorblax Quimby' });
    await publishNeed(testApp, id);
    await aConsent(testApp, id, { showsName: false });
    expect((await correct(id, { nominee: 'Zorblax Wimple' })).body.hidesPage).toBe(false);
    const { names } = await testApp.db
      .selectFrom('nominations')
      .select(hiddenNamesSql.as('names'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const payee of ['Landlord of Quimby', 'Wimple, in cash']) {
      expect(withoutHiddenNames({ payee }, names).payee).toBe(unnamedPayee);
    }
    // Its story has this word.
    expect((await correct(id, { nominee: 'Warm Wimple' })).body.hidesPage).toBe(true);
    expect(await shown(id)).toBe(404);
  });
});

describe('once the nominator was erased', () => {
  async function anErased(status: 'accepted' | 'rejected') {
    const person = aPerson();
    const id = await aNominationThatIs(testApp, status, { person, nominee: 'Okafor Famliy' });
    await correct(id, { firstName: 'Grace', nominee: 'Okafor Fmaily' });
    const cookie = await signIn(testApp);
    const { status: erased } = await testApp.call(erasePerson, {
      cookie,
      body: { who: person.email },
    });
    expect(erased).toBe(200);
    return id;
  }

  test('what an accepted nomination said before is gone, and only its facts can be corrected', async () => {
    const id = await anErased('accepted');
    expect(await read(id)).toMatchObject({ corrections: [], hasContact: false });
    expect(await correct(id, { zip: '10115' })).toMatchObject({
      status: 409,
      error: { code: 'nomination_erased' },
    });
    expect((await correct(id, { nominee: 'Okafor Family' })).status).toBe(200);
  });

  test('nothing of any other one can be', async () => {
    const id = await anErased('rejected');
    const refused = await correct(id, { nominee: 'Okafor Family' });
    expect(refused).toMatchObject({ status: 409, error: { code: 'nomination_erased' } });
  });
});

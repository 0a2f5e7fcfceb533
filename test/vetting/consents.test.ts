import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportFilePath } from '#contract/exports/export-path.ts';
import { createExport } from '#contract/exports/exports.ts';
import type { NominationId } from '#contract/ids.ts';
import { getDesk } from '#contract/overview/desk.ts';
import { openDonationPage } from '#contract/publishing/donation-page.ts';
import { openDonorPage } from '#contract/publishing/donor-page.ts';
import { publicFilePath } from '#contract/publishing/file-paths.ts';
import { updateFile } from '#contract/publishing/files.ts';
import { getNeed, listNeeds } from '#contract/publishing/needs.ts';
import { publishNomination, savePublicPage } from '#contract/publishing/public-pages.ts';
import { createUpdate, publishUpdate } from '#contract/publishing/updates.ts';
import {
  createAllocation,
  releaseAllocation,
  replaceAllocation,
} from '#contract/spending/allocations.ts';
import { recordExpense } from '#contract/spending/expenses.ts';
import { listUnproven } from '#contract/spending/missing-proof.ts';
import {
  maxOpenCorrections,
  openConsentPage,
  openWithCode,
  proposeCorrection,
} from '#contract/vetting/consent-page.ts';
import {
  askForConsent,
  getConsent,
  recordConsent,
  settleCorrection,
  withdrawForNominee,
} from '#contract/vetting/consents.ts';
import { listNominations, updateNomination } from '#contract/vetting/nominations.ts';
import { createTeamPaper, uploadTeamPaperContent } from '#contract/vetting/papers.ts';
import { openTrackingPage } from '#contract/vetting/tracking-page.ts';
import { unnamedNominee, unnamedPayee, untoldStory } from '#core/vetting/consent.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { hashToken } from '#server/platform/security/tokens.ts';
import { followUpConsents } from '#server/vetting/consents/jobs.ts';
import { changeVolunteer } from '#server/volunteers/commands.ts';
import { recordHours } from '#server/volunteers/record-hours.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import {
  aConsent,
  answer,
  askNominee,
  fullConsent,
  requireConsent,
  withdraw,
} from '#test/support/consents.ts';
import { decide, endGrace } from '#test/support/decisions.ts';
import { words } from '#test/support/expenses.ts';
import {
  aDonation,
  anAcceptedNomination,
  anAdministrator,
  anAllocation,
  aPair,
  aPerson,
  aTeamMember,
  signIn,
} from '#test/support/factories.ts';
import {
  aDonationToken,
  aDonorToken,
  aExpense,
  aReceipt,
  publishNeed,
} from '#test/support/proof.ts';
import { picture } from '#test/support/sample-files.ts';
import { aTrackedNomination } from '#test/support/tracking.ts';
import { consentTokenIn } from '#test/support/tracking-link.ts';
import { trail } from '#test/support/trail.ts';
import { aDraft, aPublishedUpdate } from '#test/support/updates.ts';
import { aPublishedFile, details } from '#test/support/upload.ts';
import { aVolunteer } from '#test/support/volunteers.ts';

const testApp = useTestApp();
const page = (token: string) => testApp.call(openConsentPage, { body: { token } });
const need = async (id: NominationId) => (await testApp.call(getNeed, { params: { id } })).status;

/** As if the last day of a consent had just ended. */
async function endNow(id: NominationId) {
  await sql`alter table consents disable trigger consents_keep_words`.execute(testApp.db);
  await sql`update consents set ends_at = now() where nomination_id = ${id}`.execute(testApp.db);
  await sql`alter table consents enable trigger consents_keep_words`.execute(testApp.db);
}

async function allocate(pair: Awaited<ReturnType<typeof aPair>>, amount = 1_000) {
  const { donationId, nominationId } = pair;
  const cookie = await signIn(testApp);
  return testApp.call(createAllocation, { cookie, body: { amount, donationId, nominationId } });
}

describe('while the charity does not ask for consent', () => {
  test('nothing takes it, as the specification has it', async () => {
    const pair = await aPair(testApp);
    expect((await allocate(pair)).status).toBe(201);
    await publishNeed(testApp, pair.nominationId);
    expect(await need(pair.nominationId)).toBe(200);
  });

  test('what a nominee has said counts nevertheless', async () => {
    const pair = await aPair(testApp);
    await publishNeed(testApp, pair.nominationId);
    const token = await aConsent(testApp, pair.nominationId);
    expect(await need(pair.nominationId)).toBe(200);
    expect((await withdraw(testApp, token)).body).toMatchObject({ said: 'withdrawn' });
    expect(await need(pair.nominationId)).toBe(404);
    expect(await allocate(pair)).toMatchObject({ status: 409, body: { code: 'consent_missing' } });
  });
});

describe('whoever was shown before anybody asked', () => {
  /** A nomination with a public page about which nobody was asked. */
  async function aShown(isCompleted: boolean) {
    const id = await anAcceptedNomination(testApp);
    await publishNeed(testApp, id);
    if (isCompleted) await decide(testApp, id, 'complete');
    return id;
  }

  const said = async (id: NominationId) =>
    (await trail(testApp, { subjectId: id })).map(({ action }) => action);

  describe.each([
    ['open', false],
    ['completed', true],
  ])('on the page of a need that is %s', (_state, isCompleted) => {
    test('is asked, answers, and takes it back', async () => {
      const id = await aShown(isCompleted);
      const token = await askNominee(testApp, id);
      const help = isCompleted ? 'over' : 'proposed';
      expect((await page(token)).body).toMatchObject({ help, said: null, page: 'public' });
      const { body } = await answer(testApp, token, { showsStory: false });
      expect(body).toMatchObject({ said: 'given', page: 'public' });
      expect((await testApp.call(getNeed, { params: { id } })).body.summary).toBe(untoldStory);
      const agreed = isCompleted ? 'consent.showing_allowed' : 'consent.given';
      expect(await said(id)).toEqual(expect.arrayContaining([agreed]));
      expect((await withdraw(testApp, token)).body).toMatchObject({ said: 'withdrawn' });
      expect(await need(id)).toBe(404);
    });

    test('has it taken down without a word more', async () => {
      const id = await aShown(isCompleted);
      const token = await askNominee(testApp, id);
      const { body } = await withdraw(testApp, token);
      expect(body).toMatchObject({ said: 'declined', page: 'draft', last: { showsName: false } });
      expect(await need(id)).toBe(404);
      expect(await withdraw(testApp, token)).toMatchObject({ status: 409 });
      const { reference } = await testApp.db
        .selectFrom('nominations')
        .select('reference')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const mail = await testApp.inbox.waitFor(teamEmail, `had a page taken down: ${reference}`);
      expect(mail.text).toContain('What was public has vanished.');
      expect((await said(id)).filter((action) => /^consent\.(?!asked)/.test(action))).toEqual([
        'consent.taken_down',
      ]);
      expect((await answer(testApp, token, { seen: 1 })).body).toMatchObject({ said: 'given' });
    });

    test('has it taken down by telling the team', async () => {
      const id = await aShown(isCompleted);
      const cookie = await signIn(testApp);
      const tell = () => testApp.call(withdrawForNominee, { cookie, params: { id } });
      const { body } = await tell();
      const no = { answer: 'declined', method: 'told', givenBy: '', relation: 'self' };
      expect(body).toMatchObject({ said: 'declined', consents: [no] });
      expect(await need(id)).toBe(404);
      expect(await tell()).toMatchObject({ status: 409, body: { code: 'consent_changed' } });
    });
  });

  test.each([
    ['over', 'show its help?', /Its help for you is over/, 'would like to show its help for'],
    ['begun', 'go on helping?', /money is set aside or spent/, 'would like to go on helping'],
  ] as const)('is written to as somebody whose help is %s', async (help, subject, lead, wish) => {
    const { donationId, nominationId: id } = await aPair(testApp);
    await anAllocation(testApp, { donationId, nominationId: id, amount: 1_000 });
    await publishNeed(testApp, id);
    if (help === 'over') {
      await aPublishedUpdate(testApp, id, { kind: 'did_not_work_out' });
    }
    const cookie = await signIn(testApp);
    const ask = (how: object) =>
      testApp.call(askForConsent, {
        cookie,
        params: { id },
        body: { channel: 'text', askedAs: 'self', ...how },
      });
    expect((await ask({})).body.text).toContain(
      `${wish} you. Something about it is on our website now.`,
    );
    const { email } = aPerson();
    await ask({ channel: 'email', email });
    const mail = await testApp.inbox.waitFor(email, subject);
    expect(`${mail.subject} ${mail.text}`).not.toMatch(
      /whether we may help|do not have to do anything/,
    );
    expect(mail.text).toMatch(lead);
    expect(mail.text).toContain('Something about it is on our website now.');
  });
});

describe('while the charity asks for consent', () => {
  beforeEach(async () => {
    await requireConsent(testApp);
  });
  afterEach(async () => {
    await requireConsent(testApp, false);
  });

  test('no money is allocated and nothing is published before it', async () => {
    const pair = await aPair(testApp);
    const { nominationId: id } = pair;
    expect(await allocate(pair)).toMatchObject({ status: 409, body: { code: 'consent_missing' } });
    const cookie = await signIn(testApp);
    const texts = { publicName: 'A furnace', summary: 'Cold.', story: 'Cold.', coverFileId: null };
    await testApp.call(savePublicPage, { cookie, params: { id }, body: texts });
    const publishNow = () => testApp.call(publishNomination, { cookie, params: { id } });
    expect(await publishNow()).toMatchObject({ status: 409, body: { code: 'consent_missing' } });
    await aConsent(testApp, id);
    expect((await allocate(pair)).status).toBe(201);
    expect((await publishNow()).status).toBe(200);
    expect(await need(id)).toBe(200);
  });

  test('what vanished is told in no update, and its spending counts as not proven', async () => {
    await requireConsent(testApp, false);
    const { nominationId: id, donationId } = await aPair(testApp);
    await anAllocation(testApp, { donationId, nominationId: id, amount: 1_234 });
    await publishNeed(testApp, id);
    const receiptIds = [await aReceipt(testApp, id)];
    await aExpense(testApp, { nominationId: id, amount: 1_234, receiptIds });
    const file = testApp.db.updateTable('files').set({ isPublished: true });
    await file.where('nominationId', '=', id).execute();
    const cookie = await signIn(testApp);
    const unproven = async () =>
      (await testApp.call(listUnproven, { cookie })).body.filter((one) => one.nomination.id === id);
    expect(await unproven()).toEqual([]);
    await requireConsent(testApp);
    expect(await unproven()).toMatchObject([{ amount: 1_234, missing: ['page'] }]);
    const news = { kind: 'progress' as const, title: 'News', text: 'It is warm.', fileIds: [] };
    const { body } = await testApp.call(createUpdate, { cookie, params: { id }, body: news });
    const publish = () => testApp.call(publishUpdate, { cookie, params: { id: body.id } });
    expect(await publish()).toMatchObject({ status: 409, body: { code: 'consent_missing' } });
    await aConsent(testApp, id);
    expect((await publish()).status).toBe(200);
  });

  test('money waits for no need whose nominee does not agree', async () => {
    const { causeId, nominationId } = await aPair(testApp);
    const cookie = await signIn(testApp);
    const waiting = async () =>
      (await testApp.call(getDesk, { cookie })).body.money?.find((one) => one.cause.id === causeId);
    expect(await waiting()).toBeUndefined();
    const token = await aConsent(testApp, nominationId);
    expect(await waiting()).toMatchObject({ amount: 10_000, needs: 1 });
    await withdraw(testApp, token);
    expect(await waiting()).toBeUndefined();
  });

  test('pages that were public vanish at once, and come back with the setting', async () => {
    await requireConsent(testApp, false);
    const id = await anAcceptedNomination(testApp);
    await publishNeed(testApp, id);
    expect(await need(id)).toBe(200);
    await requireConsent(testApp);
    expect(await need(id)).toBe(404);
    expect(await checkLedger(testApp.db)).toEqual([]);
    await requireConsent(testApp, false);
    expect(await need(id)).toBe(200);
  });

  test('the nominator reads that it waits, not what the nominee said', async () => {
    const { id, token } = await aTrackedNomination(testApp);
    const cookie = await signIn(testApp);
    const body = { isAccepted: true, isRejected: false };
    await testApp.call(updateNomination, { cookie, params: { id }, body });
    await endGrace(testApp);
    const shown = async () => (await testApp.call(openTrackingPage, { body: { token } })).body;
    const before = await shown();
    expect(before).toMatchObject({ state: 'approved', waitsForConsent: true });
    const link = await askNominee(testApp, id);
    await answer(testApp, link, { answer: 'declined', givenBy: 'Markedperson' });
    const after = await shown();
    expect(after).toEqual(before);
    await answer(testApp, link, { seen: 1 });
    expect((await shown()).waitsForConsent).toBe(false);
  });
});

describe('an answer that leaves a part out', () => {
  test('hides the story, the photos, or the name everywhere', async () => {
    const pair = await aPair(testApp);
    const { nominationId: id, donationId } = pair;
    await testApp.db
      .updateTable('nominations')
      .set({ nominee: 'Zorblax Quimby' })
      .where('id', '=', id)
      .execute();
    await anAllocation(testApp, { donationId, nominationId: id, amount: 1_000 });
    await publishNeed(testApp, id, { publicName: 'Zorblax Quimby and the furnace' });
    const limits = { showsName: false, showsStory: false, showsPhotos: false };
    await aConsent(testApp, id, limits);
    const { body } = await testApp.call(getNeed, { params: { id } });
    expect(body).toMatchObject({ name: unnamedNominee, summary: untoldStory, story: '' });
    const donationToken = await aDonationToken(testApp, donationId);
    const places = [
      JSON.stringify(body),
      JSON.stringify((await testApp.call(listNeeds, { query: {} })).body),
      JSON.stringify(
        (await testApp.call(openDonationPage, { body: { token: donationToken } })).body,
      ),
      (await testApp.request({ method: 'GET', url: '/sitemap.xml' })).body,
    ];
    for (const place of places) expect(place).not.toMatch(/Zorblax|Quimby|Now it is warm/);
    expect(places[2]).toContain(unnamedNominee);
    const found = await testApp.call(listNeeds, { query: { search: 'Zorblax' } });
    expect(found.body).toEqual([]);
  });

  test('hides the photos, and the address of each copy', async () => {
    const id = await anAcceptedNomination(testApp);
    const photo = await aPublishedFile(testApp, { content: await picture(), nominationId: id });
    const key = photo.copies.find(({ role }) => role === 'public')?.key ?? '';
    const isPublic = async () =>
      (await testApp.request({ url: publicFilePath(key) })).statusCode === 200;
    const shown = async () =>
      JSON.stringify((await testApp.call(getNeed, { params: { id } })).body).includes(key);
    expect([await isPublic(), await shown()]).toEqual([true, true]);
    await aConsent(testApp, id, { showsPhotos: false });
    expect([await isPublic(), await shown()]).toEqual([false, false]);
    expect(await need(id)).toBe(200);
  });

  test('refuses updates that tell the story or the name', async () => {
    const id = await anAcceptedNomination(testApp);
    await testApp.db
      .updateTable('nominations')
      .set({ nominee: 'Zorblax Quimby' })
      .where('id', '=', id)
      .execute();
    await publishNeed(testApp, id);
    const cookie = await signIn(testApp);
    const publish = async (words: object) => {
      const draft = await aDraft(testApp, id, words);
      return testApp.call(publishUpdate, { cookie, params: { id: draft.id } });
    };
    const token = await aConsent(testApp, id, { showsStory: false });
    const refused = { status: 409, body: { code: 'consent_missing' } };
    expect(await publish({})).toMatchObject(refused);
    await answer(testApp, token, { seen: 1, showsName: false });
    expect(await publish({ text: 'Zorblax is warm.' })).toMatchObject(refused);
    expect(await publish({ title: 'The house of Quimby' })).toMatchObject(refused);
    expect((await publish({})).status).toBe(200);
    // A page that is written anew may not have the name in an update either.
    await answer(testApp, token, { seen: 2 });
    expect((await publish({ text: 'Zorblax is warm.' })).status).toBe(200);
    await answer(testApp, token, { seen: 3, showsName: false });
    expect(await need(id)).toBe(404);
  });
});

describe('an answer that leaves the name out', () => {
  test('hides a page whose texts have it, until they are written anew', async () => {
    const id = await anAcceptedNomination(testApp);
    await testApp.db
      .updateTable('nominations')
      .set({ nominee: 'Zorblax Quimby' })
      .where('id', '=', id)
      .execute();
    const cookie = await signIn(testApp);
    const save = (story: string) =>
      testApp.call(savePublicPage, {
        cookie,
        params: { id },
        body: { publicName: 'A furnace', summary: 'Cold.', story, coverFileId: null },
      });
    const publishNow = () => testApp.call(publishNomination, { cookie, params: { id } });
    await save('The house of Zorblax is cold.');
    await publishNow();
    await aConsent(testApp, id, { showsName: false });
    expect(await need(id)).toBe(404);
    const token = await askNominee(testApp, id);
    expect((await page(token)).body).toMatchObject({ said: 'given', page: 'naming' });
    const reference = await testApp.db
      .selectFrom('nominations')
      .select('reference')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const mail = await testApp.inbox.waitFor(teamEmail, `agreed: ${reference.reference}`);
    expect(mail.text).toContain('the story has “Zorblax”. So the public page is hidden now');
    const refused = await publishNow();
    expect(refused).toMatchObject({ status: 409, body: { code: 'consent_missing' } });
    expect(refused.body).toMatchObject({ message: expect.stringContaining('Zorblax') });
    await save('The house is cold.');
    expect((await publishNow()).status).toBe(200);
    expect((await page(token)).body).toMatchObject({ page: 'public' });
    expect(await save('Zorblax is warm now.')).toMatchObject({ status: 409 });
    expect((await testApp.call(getNeed, { params: { id } })).body.story).toBe('The house is cold.');
  });

  test('hides no page for what does not show anyway, until it would', async () => {
    const id = await anAcceptedNomination(testApp, { nominee: 'Zorblax Quimby' });
    const photo = await aPublishedFile(testApp, { content: await picture(), nominationId: id });
    const cookie = await signIn(testApp);
    const caption = { ...details, caption: 'Zorblax, warm' };
    await testApp.call(updateFile, { cookie, params: { id: photo.id }, body: caption });
    await publishNeed(testApp, id);
    const texts = { publicName: 'A furnace', summary: 'Cold.', story: 'Zorblax was cold.' };
    const body = { ...texts, coverFileId: null };
    expect((await testApp.call(savePublicPage, { cookie, params: { id }, body })).status).toBe(200);
    await aPublishedUpdate(testApp, id, { text: 'Quimby is warm.' });
    const unnamed = { showsName: false, showsStory: false, showsPhotos: false };
    const token = await aConsent(testApp, id, unnamed);
    expect(JSON.stringify((await testApp.call(getNeed, { params: { id } })).body)).not.toMatch(
      /Zorblax|Quimby/,
    );
    expect((await page(token)).body).toMatchObject({ page: 'public' });
    await answer(testApp, token, { ...unnamed, seen: 1, showsPhotos: true });
    expect(await need(id)).toBe(404);
  });

  test.each([
    ['maria lopez', 'maria lopez was cold.'],
    ['Maria Lopez', 'María was cold.'],
    ['José Nuñez', 'Jose\u0301 was cold.'],
    ['Bo Li', 'Bo was cold.'],
    ['王伟', '王伟很冷。'],
    ['فاطمة', 'كانت لفاطمة.'],
  ])('finds “%s” in “%s”', async (nominee, story) => {
    const id = await anAcceptedNomination(testApp, { nominee });
    await aConsent(testApp, id, { showsName: false });
    const cookie = await signIn(testApp);
    const save = (words: string) =>
      testApp.call(savePublicPage, {
        cookie,
        params: { id },
        body: { publicName: 'A warm home', summary: 'Cold.', story: words, coverFileId: null },
      });
    const publishNow = () => testApp.call(publishNomination, { cookie, params: { id } });
    await save(story);
    expect(await publishNow()).toMatchObject({ status: 409, body: { code: 'consent_missing' } });
    await save('A family was cold, and it was warm by and by.');
    expect((await publishNow()).status).toBe(200);
  });

  test('hides it in what was paid, and keeps it in the books', async () => {
    const { nominationId: id, donationId } = await aPair(testApp);
    const nominee = 'Zorblax Quimby';
    await testApp.db.updateTable('nominations').set({ nominee }).where('id', '=', id).execute();
    await anAllocation(testApp, { donationId, nominationId: id, amount: 1_000 });
    await publishNeed(testApp, id);
    await aConsent(testApp, id, { showsName: false });
    const cash = { payee: nominee, purpose: 'Rent of Quimby' };
    const receiptIds = [await aReceipt(testApp, id)];
    const cookie = await signIn(testApp);
    const recorded = await testApp.call(recordExpense, {
      cookie,
      params: { id },
      body: { ...words, ...cash, amount: 1_000, receiptIds },
    });
    expect(recorded).toMatchObject({ status: 201, body: cash });
    const token = await aDonationToken(testApp, donationId);
    const shown = [
      (await testApp.call(getNeed, { params: { id } })).body.expenses,
      (await testApp.call(openDonationPage, { body: { token } })).body.shares,
    ];
    for (const place of shown) {
      expect(JSON.stringify(place)).not.toMatch(/Zorblax|Quimby/);
      expect(JSON.stringify(place)).toContain(unnamedPayee);
    }
  });

  test('hides it from whoever gave time to the need', async () => {
    const id = await anAcceptedNomination(testApp);
    await publishNeed(testApp, id, { publicName: 'Zorblax Quimby' });
    const person = aPerson();
    const { token } = await aDonorToken(testApp, person);
    const actor = await anAdministrator(testApp);
    const work = { day: '2026-01-02', minutes: 60, what: 'Drove', isConfirmed: true };
    const offer = await aVolunteer(testApp, person);
    const hours = { ...work, id: offer, nominationId: id };
    await recordHours(testApp.db, actor, hours, null, testApp.settings);
    await aConsent(testApp, id, { showsName: false });
    const { body } = await testApp.call(openDonorPage, { body: { token } });
    expect(body.time?.hours).toMatchObject([{ need: { id, name: unnamedNominee } }]);
  });

  test('refuses a photo whose description has it', async () => {
    const id = await anAcceptedNomination(testApp);
    await testApp.db
      .updateTable('nominations')
      .set({ nominee: 'Zorblax Quimby' })
      .where('id', '=', id)
      .execute();
    const { id: photo } = await aPublishedFile(testApp, {
      content: await picture(),
      nominationId: id,
    });
    await aConsent(testApp, id, { showsName: false });
    const cookie = await signIn(testApp);
    for (const named of [{ caption: 'Zorblax, warm' }, { alternativeText: 'Quimby in a coat' }]) {
      const change = { cookie, params: { id: photo }, body: { ...details, ...named } };
      expect(await testApp.call(updateFile, change)).toMatchObject({
        status: 409,
        body: { code: 'consent_missing' },
      });
    }
  });
});

describe('the answer of a nominee', () => {
  test('that is no hides everything, allows nothing, and has no end; a page comes back only by hand', async () => {
    const pair = await aPair(testApp);
    const { nominationId: id } = pair;
    await publishNeed(testApp, id);
    const token = await askNominee(testApp, id);
    const endsOn = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    const { body } = await answer(testApp, token, { answer: 'declined', endsOn });
    const nothing = { showsName: false, showsStory: false, showsPhotos: false, endsOn: null };
    expect(body).toMatchObject({ said: 'declined', last: nothing });
    expect(await need(id)).toBe(404);
    expect(await allocate(pair)).toMatchObject({ status: 409, body: { code: 'consent_missing' } });
    const taken = { status: 409, body: { code: 'consent_changed' } };
    expect(await withdraw(testApp, token)).toMatchObject(taken);
    await answer(testApp, token, { seen: 1 });
    expect(await need(id)).toBe(404);
    const cookie = await signIn(testApp);
    expect((await testApp.call(publishNomination, { cookie, params: { id } })).status).toBe(200);
    // The same holds after a withdrawal.
    await withdraw(testApp, token);
    await answer(testApp, token, { seen: 2 });
    expect(await need(id)).toBe(404);
  });

  test('counts to its last moment, even before anybody has looked', async () => {
    const pair = await aPair(testApp);
    const { nominationId: id } = pair;
    const endsOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await aConsent(testApp, id, { endsOn });
    expect((await allocate(pair)).status).toBe(201);
    await endNow(id);
    expect(await allocate(pair)).toMatchObject({ status: 409, body: { code: 'consent_missing' } });
  });

  test('that is withdrawn hides everything, tells the team of the money, and moves none', async () => {
    const pair = await aPair(testApp);
    await anAllocation(testApp, { ...pair, amount: 1_234 });
    await publishNeed(testApp, pair.nominationId);
    const token = await aConsent(testApp, pair.nominationId);
    await withdraw(testApp, token);
    expect(await need(pair.nominationId)).toBe(404);
    const { reference } = await testApp.db
      .selectFrom('nominations')
      .select('reference')
      .where('id', '=', pair.nominationId)
      .executeTakeFirstOrThrow();
    const mail = await testApp.inbox.waitFor(teamEmail, `withdrawn the consent: ${reference}`);
    expect(mail.text).toContain('$12.34');
    const { rows } = await sql`select from allocations where nomination_id = ${pair.nominationId}
      and amount_cents = 1234`.execute(testApp.db);
    expect(rows).toHaveLength(1);
    expect(await withdraw(testApp, token)).toMatchObject({
      status: 409,
      body: { code: 'consent_changed' },
    });
    const said = (await trail(testApp, { subjectId: pair.nominationId })).map(
      ({ action }) => action,
    );
    expect(said).toEqual(
      expect.arrayContaining(['consent.asked', 'consent.given', 'consent.withdrawn']),
    );
  });

  test('that is taken back lets no other donation take over what is not spent', async () => {
    const { causeId, donationId, nominationId } = await aPair(testApp);
    const old = await anAllocation(testApp, { donationId, nominationId, amount: 1_000 });
    await aExpense(testApp, { nominationId, amount: 600 });
    await withdraw(testApp, await aConsent(testApp, nominationId));
    const other = await aDonation(testApp, { causeId });
    const cookie = await signIn(testApp);
    const takeOver = () =>
      testApp.call(replaceAllocation, {
        cookie,
        params: { id: old },
        body: { amount: 600, donationId: other, reason: 'A dispute' },
      });
    expect(await takeOver()).toMatchObject({ status: 409, body: { code: 'consent_missing' } });
    const reason = 'The nominee has withdrawn';
    await testApp.call(releaseAllocation, { cookie, params: { id: old }, body: { reason } });
    expect((await takeOver()).status).toBe(201);
    expect(await checkLedger(testApp.db)).toEqual([]);
  });

  test('ends with its last day where the charity is, with a reminder before', async () => {
    const id = await anAcceptedNomination(testApp);
    await publishNeed(testApp, id);
    const endsOn = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    const token = await aConsent(testApp, id, { endsOn });
    const { timeZone } = testApp.settings.current();
    const { rows } = await sql<{
      local: string;
    }>`select to_char(ends_at at time zone ${timeZone}, 'HH24:MI:SS') as local
      from consents where nomination_id = ${id}`.execute(testApp.db);
    expect(rows).toEqual([{ local: '00:00:00' }]);
    const reminded = async () =>
      (
        await testApp.db
          .selectFrom('consents')
          .select('remindedAt')
          .where('nominationId', '=', id)
          .execute()
      )[0]?.remindedAt;
    await followUpConsents(testApp.db, testApp.mailer);
    await testApp.inbox.waitFor(teamEmail, 'The consent of a nominee ends soon');
    const first = await reminded();
    await followUpConsents(testApp.db, testApp.mailer);
    expect(await reminded()).toEqual(first);
    expect(await need(id)).toBe(200);
    await endNow(id);
    await followUpConsents(testApp.db, testApp.mailer);
    expect(await need(id)).toBe(404);
    const cookie = await signIn(testApp);
    const { body } = await testApp.call(getConsent, { cookie, params: { id } });
    expect(body).toMatchObject({ said: 'ended', isShown: false });
    await followUpConsents(testApp.db, testApp.mailer);
    const actions = (await trail(testApp, { subjectId: id })).map(({ action }) => action);
    expect(actions.filter((action) => action === 'consent.ended')).toHaveLength(1);
    // Whoever agrees again does not bring the page back by that.
    await answer(testApp, token, { seen: 1 });
    expect(await need(id)).toBe(404);
  });

  test('is refused with a day that is over, without a relation, and twice with the same sight', async () => {
    const id = await anAcceptedNomination(testApp);
    const token = await askNominee(testApp, id);
    expect(await answer(testApp, token, { endsOn: '2020-01-01' })).toMatchObject({ status: 400 });
    expect(await answer(testApp, token, { relation: 'guardian' })).toMatchObject({
      status: 400,
      body: { fields: { relationText: 'Required' } },
    });
    expect((await answer(testApp, token)).status).toBe(200);
    expect(await answer(testApp, token)).toMatchObject({
      status: 409,
      body: { code: 'consent_changed' },
    });
    await expect(
      sql`update consents set shows_name = false where nomination_id = ${id}`.execute(testApp.db),
    ).rejects.toThrow('a consent is never changed');
  });
});

describe('the page of a nominee', () => {
  test('has nothing about the nominator, and nothing that they wrote', async () => {
    const { id, person } = await aTrackedNomination(testApp, {
      description: 'Markedstory: her son Markedson owes me money.',
      nomineeKnows: 'no',
    });
    const token = await askNominee(testApp, id);
    const { body } = await page(token);
    const text = JSON.stringify(body);
    for (const secret of [
      person.email,
      person.firstName,
      person.lastName,
      person.phone,
      'Marked',
    ]) {
      expect(text).not.toContain(secret);
    }
    expect(body).toMatchObject({ nominee: 'Maria Lopez', said: null, page: 'none', seen: 0 });
  });

  test('is not opened with an earlier link, another one, or that of a nominator', async () => {
    const { id, token: ofNominator } = await aTrackedNomination(testApp);
    const first = await askNominee(testApp, id);
    const second = await askNominee(testApp, id);
    for (const wrong of [first, ofNominator, 'x']) {
      expect(await page(wrong)).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
    }
    expect((await page(second)).status).toBe(200);
    expect(await testApp.call(openTrackingPage, { body: { token: second } })).toMatchObject({
      status: 400,
    });
    const { rows } = await sql<{
      hash: Buffer;
    }>`select token_hash as hash from consent_links`.execute(testApp.db);
    expect(rows.map(({ hash }) => String(hash)).join()).not.toContain(second);
  });

  test('a correction reaches the team, who mark it as done', async () => {
    const id = await anAcceptedNomination(testApp);
    const token = await askNominee(testApp, id);
    const { body } = await testApp.call(proposeCorrection, {
      body: { token, text: 'My name is written with a z.' },
    });
    expect(body.corrections).toMatchObject([{ isSettled: false }]);
    const mail = await testApp.inbox.waitFor(teamEmail, 'A nominee wants something corrected');
    expect(mail.text).not.toContain('with a z');
    const cookie = await signIn(testApp);
    const listed = async () =>
      (await testApp.call(listNominations, { cookie, query: { waitsFor: 'consent' } })).body.map(
        (one) => one.id,
      );
    expect(await listed()).toContain(id);
    expect((await testApp.call(getDesk, { cookie })).body.consents).toBeGreaterThan(0);
    const shown = await testApp.call(getConsent, { cookie, params: { id } });
    const [correction] = shown.body.corrections;
    if (!correction) throw new Error('There is no correction');
    const settled = await testApp.call(settleCorrection, {
      cookie,
      params: { id: correction.id },
    });
    expect(settled.body.corrections).toMatchObject([{ settledAt: expect.any(String) }]);
    expect(await listed()).not.toContain(id);
  });
});

test('corrections that nobody has looked at have a limit', async () => {
  const id = await anAcceptedNomination(testApp);
  const token = await askNominee(testApp, id);
  const propose = () =>
    testApp.call(proposeCorrection, { body: { token, text: 'My name has a z.' } });
  for (let count = 0; count < maxOpenCorrections; count++) {
    expect((await propose()).status).toBe(200);
  }
  expect(await propose()).toMatchObject({ status: 409, body: { code: 'too_many_answers' } });
});

describe('asking', () => {
  test('by email names nobody, and its link opens the page', async () => {
    const id = await anAcceptedNomination(testApp);
    const cookie = await signIn(testApp);
    const email = `nominee-${id}@example.org`;
    const body = { channel: 'email' as const, askedAs: 'self' as const, email };
    const asked = await testApp.call(askForConsent, { cookie, params: { id }, body });
    expect(asked.body).toMatchObject({ text: null, code: null });
    const mail = await testApp.inbox.waitFor(email, 'help?');
    expect(mail.text).not.toMatch(/Maria|Lopez|heating/i);
    expect((await page(consentTokenIn(mail.text))).status).toBe(200);
    const without = { channel: 'email' as const, askedAs: 'self' as const };
    expect(
      await testApp.call(askForConsent, { cookie, params: { id }, body: without }),
    ).toMatchObject({ status: 400, body: { fields: { email: 'Required' } } });
  });

  test('by letter: the code opens the page however it is typed, and is not stored', async () => {
    const id = await anAcceptedNomination(testApp);
    const cookie = await signIn(testApp);
    const body = { channel: 'letter' as const, askedAs: 'guardian' as const };
    const asked = await testApp.call(askForConsent, { cookie, params: { id }, body });
    const code = asked.body.code ?? '';
    expect(code).toMatch(/^[2346789FHKMRTWXY]{4}(-[2346789FHKMRTWXY]{4}){2}$/);
    const type = (typed: string) => testApp.call(openWithCode, { body: { code: typed } });
    expect(await type('2346-2346-2346')).toMatchObject({ status: 400 });
    const opened = await type(` ${code.toLowerCase().replaceAll('-', ' ')} `);
    const token = opened.body.token ?? '';
    expect((await page(token)).body).toMatchObject({ askedAs: 'guardian' });
    const given = { relation: 'guardian', relationText: 'Mother' };
    expect((await answer(testApp, token, given)).status).toBe(200);
    const shown = await testApp.call(getConsent, { cookie, params: { id } });
    expect(shown.body.consents).toMatchObject([{ method: 'code', relationText: 'Mother' }]);
    const { rows } = await sql`select from consent_requests
      where code_hash = ${hashToken(code)}`.execute(testApp.db);
    expect(rows).toEqual([]);
    await askNominee(testApp, id);
    expect(await type(code)).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
    expect(await page(token)).toMatchObject({ status: 400 });
  });

  test('three times without an answer is enough; an answer begins anew', async () => {
    const id = await anAcceptedNomination(testApp);
    await askNominee(testApp, id);
    await askNominee(testApp, id);
    const token = await askNominee(testApp, id);
    const cookie = await signIn(testApp);
    const body = { channel: 'text' as const, askedAs: 'self' as const };
    const again = () => testApp.call(askForConsent, { cookie, params: { id }, body });
    expect(await again()).toMatchObject({ status: 409, body: { code: 'too_many_attempts' } });
    await answer(testApp, token, { answer: 'declined' });
    expect((await again()).status).toBe(201);
  });

  test('is refused after a rejection', async () => {
    const id = await anAcceptedNomination(testApp);
    await decide(testApp, id, 'reject');
    const cookie = await signIn(testApp);
    const body = { channel: 'text' as const, askedAs: 'self' as const };
    expect(await testApp.call(askForConsent, { cookie, params: { id }, body })).toMatchObject({
      status: 409,
      body: { code: 'illegal_status_change' },
    });
  });

  test('on paper: the signed form is stored with what it says', async () => {
    const id = await anAcceptedNomination(testApp);
    const cookie = await signIn(testApp);
    const content = await picture();
    const made = await testApp.call(createTeamPaper, {
      cookie,
      params: { id },
      body: { bytes: content.length, originalName: 'signed.jpg' },
    });
    const record = () =>
      testApp.call(recordConsent, {
        cookie,
        params: { id },
        body: { ...fullConsent, paperId: made.body.id },
      });
    expect(await record()).toMatchObject({ status: 409, body: { code: 'file_unusable' } });
    const sent = await testApp.request({
      method: 'POST',
      url: uploadTeamPaperContent.path.replace(':id', made.body.id),
      headers: { cookie, 'content-type': 'application/octet-stream', 'upload-offset': '0' },
      payload: content,
    });
    expect(sent.statusCode).toBe(200);
    const { body } = await record();
    expect(body).toMatchObject({
      said: 'given',
      consents: [
        { method: 'paper', recordedBy: expect.any(String), paper: { originalName: 'signed.jpg' } },
      ],
    });
    const taken = await testApp.call(withdrawForNominee, { cookie, params: { id } });
    expect(taken.body.said).toBe('withdrawn');
  });

  test('takes the right to decide, and reading it that to read nominations', async () => {
    const id = await anAcceptedNomination(testApp);
    const cookie = await signIn(testApp, await aTeamMember(testApp, 'publisher'));
    expect((await testApp.call(getConsent, { cookie, params: { id } })).status).toBe(403);
  });
});

test('files that leave the charity do not name an unnamed nominee', async () => {
  const id = await anAcceptedNomination(testApp);
  await testApp.db
    .updateTable('nominations')
    .set({ nominee: 'Zorblax Quimby' })
    .where('id', '=', id)
    .execute();
  const { causeId } = await testApp.db
    .selectFrom('nominations')
    .select('causeId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const donationId = await aDonation(testApp, { causeId });
  await anAllocation(testApp, { donationId, nominationId: id, amount: 500 });
  await aConsent(testApp, id, { showsName: false });
  const [offer, actor] = [await aVolunteer(testApp), await anAdministrator(testApp)];
  const work = { day: '2026-01-02', minutes: 60, what: 'Drove', isConfirmed: true };
  const { db, settings } = testApp;
  await recordHours(db, actor, { ...work, id: offer, nominationId: id }, null, settings);
  await changeVolunteer(db, actor, { id: offer, nominationId: id });
  await aExpense(testApp, { nominationId: id, amount: 200, payee: 'Zorblax Quimby' });
  const cookie = await signIn(testApp);
  const lists = [
    ...(['nominations', 'allocations', 'ledger', 'accounting', 'missing-proof'] as const),
    'expenses' as const,
    ...(['volunteers', 'volunteer-hours'] as const),
  ];
  for (const list of lists) {
    const made = await testApp.call(createExport, {
      cookie,
      body: { list, format: 'csv' },
    });
    expect(made.status).toBe(201);
    const file = await testApp.request({
      method: 'GET',
      url: exportFilePath(made.body.id),
      headers: { cookie },
    });
    expect(file.statusCode).toBe(200);
    expect(file.body).not.toMatch(/Zorblax|Quimby/);
    if (list !== 'accounting') expect(file.body).toContain(unnamedNominee);
  }
});

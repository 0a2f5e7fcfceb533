import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RequestOf } from '#contract/endpoint.ts';
import { exportFilePath } from '#contract/exports/export-path.ts';
import { createExport } from '#contract/exports/exports.ts';
import { decideComment, listComments } from '#contract/giving/comments.ts';
import { createDonation } from '#contract/giving/donations.ts';
import { type CauseId, type DonationId, donationId } from '#contract/ids.ts';
import { getDesk } from '#contract/overview/desk.ts';
import {
  changeDonationPage,
  openDonationPage,
  saveComment,
} from '#contract/publishing/donation-page.ts';
import { getImpact } from '#contract/publishing/impact.ts';
import { getNeed } from '#contract/publishing/needs.ts';
import type { Role } from '#core/people/rights.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aDonation,
  anAllocation,
  aPerson,
  aTeamMember,
  payCheckout,
  signIn,
} from '#test/support/factories.ts';
import { aDonationToken, aPublishedNeed } from '#test/support/proof.ts';
import { tellReturn } from '#test/support/return-commands.ts';

// What donors say in public is read by somebody of the team first, and never comes with an anonymous donation.
const testApp = useTestApp();
const text = 'For my grandmother, who was always cold.';
let cookie = '';
beforeEach(async () => {
  cookie = await signIn(testApp, await aTeamMember(testApp, 'publisher'));
});

async function commented(causeId?: CauseId, changes = {}): Promise<DonationId> {
  const cause = causeId ?? (await aCause(testApp)).id;
  const body = { amount: 5_000, causeId: cause, ...aPerson(), publicComment: text };
  const answer = await testApp.call(createDonation, {
    body: { ...body, mayShowComment: true, ...changes },
  });
  expect(answer.status).toBe(201);
  const id = donationId.parse(answer.body.url.split('/').at(-1));
  await payCheckout(testApp, id, 5_000);
  return id;
}
const decide = (id: DonationId, isApproved: boolean, seenText = text) =>
  testApp.call(decideComment, { cookie, params: { id }, body: { isApproved, seenText } });
const onImpact = async () => (await testApp.call(getImpact)).body.comments;
const waiting = async () =>
  (await testApp.call(listComments, { cookie, query: { state: 'waiting' } })).body;

describe('a public comment', () => {
  test('is on the need that got the money, and on the page about all money, once it is approved', async () => {
    const { id: causeId, name } = await aCause(testApp);
    const id = await commented(causeId);
    const nominationId = await aPublishedNeed(testApp, { causeId });
    const other = await aPublishedNeed(testApp, { causeId });
    await anAllocation(testApp, { amount: 1_000, donationId: id, nominationId });
    const onNeed = async (need = nominationId) =>
      (await testApp.call(getNeed, { params: { id: need } })).body.comments;
    expect([await onImpact(), await onNeed()]).toEqual([[], []]);
    expect(await waiting()).toMatchObject([{ id, text, firstName: 'Grace' }]);
    expect((await testApp.call(getDesk, { cookie })).body.comments).toMatchObject({ count: 1 });
    expect((await decide(id, true)).body).toMatchObject({ state: 'approved' });
    const shown = [{ firstName: 'Grace', text, cause: name }];
    expect([await onImpact(), await onNeed()]).toEqual([shown, shown]);
    expect(await onNeed(other)).toEqual([]);
    expect((await testApp.call(getDesk, { cookie })).body.comments).toMatchObject({ count: 0 });
    await decide(id, false);
    expect(await onImpact()).toEqual([]);
  });

  test('is found by its state, its cause, and its day, and exported like that', async () => {
    const { id: causeId, name } = await aCause(testApp);
    const [old, declined, left] = [
      await commented(causeId),
      await commented(causeId),
      await commented(causeId),
    ];
    await commented();
    await decide(declined, false);
    await sql`update public_comments set created_at = now() - interval '40 days'
      where donation_id = ${old}`.execute(testApp.db);
    const from = new Date(Date.now() - 86_400_000).toISOString();
    const list = async (query: RequestOf<typeof listComments>['query']) =>
      (await testApp.call(listComments, { cookie, query })).body.map(({ id }) => id);
    expect(await list({ causeId })).toEqual([left, declined, old]);
    expect(await list({ causeId, from })).toEqual([left, declined]);
    expect(await list({ causeId, to: from })).toEqual([old]);
    expect(await list({ causeId, from, state: 'declined' })).toEqual([declined]);

    const owner = await signIn(testApp);
    const filter = new URLSearchParams({ causeId, from }).toString();
    const body = { list: 'comments' as const, format: 'csv' as const, filter };
    const { body: made } = await testApp.call(createExport, { cookie: owner, body });
    expect(made.rows).toBe(2);
    const request = { url: exportFilePath(made.id), headers: { cookie: owner } };
    const [titles, newest, before] = (await testApp.request(request)).body.split(/\r?\n/);
    expect(titles).toContain('Donation,Date,First Name,Comment,Cause,State,Decided On');
    expect(newest).toMatch(new RegExp(`^${left},.*,Grace,"${text}",${name},Waiting,$`));
    expect(before).toMatch(new RegExp(`^${declined},.*,Not shown,\\d`));
    // Whoever may not decide about comments, and whoever may not export, gets no file.
    for (const role of ['treasurer', 'publisher'] as const) {
      const other = await signIn(testApp, await aTeamMember(testApp, role));
      expect((await testApp.call(createExport, { cookie: other, body })).status).toBe(403);
    }
  });

  test.each([
    [{ mayShowComment: false }, 'mayShowComment'],
    [{ isAnonymous: true }, 'publicComment'],
    [{ publicComment: 'Buy at www.shop.example' }, 'publicComment'],
    [{ publicComment: 'x'.repeat(301) }, 'publicComment'],
  ])('is refused with %o', async (changes, field) => {
    const { id: causeId } = await aCause(testApp);
    const { status, error } = await testApp.call(createDonation, {
      body: {
        amount: 500,
        causeId,
        ...aPerson(),
        publicComment: text,
        mayShowComment: true,
        ...changes,
      },
    });
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
  });

  test('disappears with the name, and from the list of those that wait', async () => {
    const id = await commented();
    const token = await aDonationToken(testApp, id);
    await decide(id, true);
    expect(await onImpact()).toHaveLength(1);
    const anonymous = (isAnonymous: boolean) =>
      testApp.call(changeDonationPage, { body: { token, isAnonymous } });
    await anonymous(true);
    expect(await onImpact()).toEqual([]);
    expect(
      (await testApp.call(listComments, { cookie })).body.map((each) => each.id),
    ).not.toContain(id);
    const { status } = await testApp.call(saveComment, {
      body: { token, publicComment: 'Another one', mayShowComment: true },
    });
    expect(status).toBe(400);
    await decide(id, false);
  });

  test('is not shown with money that went back', async () => {
    const id = await commented();
    await decide(id, true);
    expect(await onImpact()).toHaveLength(1);
    await tellReturn(testApp, id, { amountCents: 5_000 });
    expect(await onImpact()).toEqual([]);
  });

  test('is written, changed, and taken back on the donation page; each text is read again', async () => {
    const id = await aDonation(testApp);
    const token = await aDonationToken(testApp, id);
    const save = (publicComment: string) =>
      testApp.call(saveComment, { body: { token, publicComment, mayShowComment: true } });
    expect((await save(text)).body.donor?.comment).toEqual({ text, state: 'waiting' });
    await decide(id, true);
    expect((await save(text)).body.donor?.comment).toEqual({ text, state: 'approved' });
    expect((await save('Because')).body.donor?.comment).toMatchObject({ state: 'waiting' });
    expect(await onImpact()).toEqual([]);
    const late = await decide(id, true);
    expect([late.status, late.error.code]).toEqual([409, 'comment_changed']);
    await save('');
    const { body } = await testApp.call(openDonationPage, { body: { token } });
    expect(body.donor?.comment).toBeNull();
  });

  test.each<[Role, number]>([
    ['publisher', 200],
    ['owner', 200],
    ['treasurer', 403],
    ['viewer', 403],
  ])('is for a %s to decide: %i', async (role, status) => {
    const id = await commented();
    cookie = await signIn(testApp, await aTeamMember(testApp, role));
    expect((await testApp.call(listComments, { cookie })).status).toBe(status);
    expect((await decide(id, false)).status).toBe(status);
  });

  test('comes with the name that was typed with it, not with the one that belongs to the address', async () => {
    const known = { ...aPerson(), firstName: 'Veronica' };
    await aDonation(testApp, { person: known });
    const id = await commented(undefined, { email: known.email, firstName: 'Mallory' });
    expect((await waiting()).find((one) => one.id === id)?.firstName).toBe('Mallory');
    await decide(id, true);
    expect((await onImpact()).map(({ firstName }) => firstName)).not.toContain('Veronica');
  });
});

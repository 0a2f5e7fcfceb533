import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { AllocationId } from '#contract/ids.ts';
import { settleAlert } from '#contract/operations/alerts.ts';
import { listAuditActors } from '#contract/operations/audit-trail.ts';
import { createUser, deleteUser, updateUser } from '#contract/people/users.ts';
import { deleteFile, updateFile } from '#contract/publishing/files.ts';
import { savePublicPage } from '#contract/publishing/public-pages.ts';
import { createFile } from '#contract/publishing/uploads.ts';
import {
  createAllocation,
  releaseAllocation,
  replaceAllocation,
} from '#contract/spending/allocations.ts';
import { createCause, deleteCause } from '#contract/vetting/causes.ts';
import { createNomination, updateNomination } from '#contract/vetting/nominations.ts';
import { formatDate } from '#core/platform/dates.ts';
import { pauseMail } from '#server/operations/outbox/commands.ts';
import { raiseAlert } from '#server/platform/alerting/raise-alert.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aDonation,
  aNomination,
  anAcceptedNomination,
  anAdministrator,
  anAllocation,
  aPair,
  aPerson,
  aTeamMember,
  signIn,
} from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aSignedIn, trail } from '#test/support/trail.ts';

const testApp = useTestApp();

const entries = () =>
  testApp.db
    .selectFrom('auditEntries')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();

describe('the trail shows what becomes of causes, nominations, and money', () => {
  test('a cause is added and deleted', async () => {
    const { cookie, name: actor } = await aSignedIn(testApp);
    const name = `Cause ${randomUUID()}`;
    const startedAt = Date.now();
    const { body } = await testApp.call(createCause, { cookie, body: { name } });
    const [created] = await trail(testApp, { subjectId: body.id });
    expect(created).toMatchObject({
      actor,
      action: 'cause.created',
      what: 'Added a cause',
      subject: { id: body.id, name, path: '/admin/causes' },
      changes: [{ field: 'Name', before: null, after: name }],
    });
    const age = Date.parse(created?.createdAt ?? '') - startedAt;
    expect(Math.abs(age)).toBeLessThan(60_000);

    await testApp.call(deleteCause, { cookie, params: { id: body.id } });
    const [deleted] = await trail(testApp, { subjectId: body.id });
    expect(deleted).toMatchObject({
      actor,
      action: 'cause.deleted',
      subject: { id: body.id, name: 'A deleted cause', path: `/admin/audit?id=${body.id}` },
      changes: [{ field: 'Name', before: name, after: null }],
    });

    const special = { name: `Cause ${randomUUID()}`, isForRunningCosts: true };
    const { body: other } = await testApp.call(createCause, { cookie, body: special });
    const [added] = await trail(testApp, { subjectId: other.id });
    expect(added?.changes).toEqual([
      { field: 'Name', before: null, after: special.name },
      { field: 'For running costs', before: null, after: 'Yes' },
    ]);
  });

  test('a nomination is submitted by a visitor, accepted, rejected, accepted again, and completed', async () => {
    const { cookie, name: actor } = await aSignedIn(testApp);
    const { id: causeId } = await aCause(testApp);
    const body = { nominee: 'Maria Lopez', causeId, description: 'Help.', ...aPerson() };
    const { id } = (await testApp.call(createNomination, { body })).body;
    const change = (flags: object) =>
      testApp.call(updateNomination, { cookie, params: { id }, body: flags });
    await change({ isAccepted: true, isRejected: false });
    await change({ isRejected: true, isAccepted: false });
    await change({ isAccepted: true, isRejected: false });
    await change({ isCompleted: true });

    const told = await trail(testApp, { subjectId: id });
    recordFigures('A44', { 'actions done': 5, 'on record': told.length });
    const status = (before: string | null, after: string) => [{ field: 'Status', before, after }];
    expect(told.map(({ actor, action, changes }) => ({ actor, action, changes }))).toEqual([
      { actor, action: 'nomination.completed', changes: status('Accepted', 'Completed') },
      { actor, action: 'nomination.accepted', changes: status('Rejected', 'Accepted') },
      { actor, action: 'nomination.rejected', changes: status('Accepted', 'Rejected') },
      { actor, action: 'nomination.accepted', changes: status('Pending', 'Accepted') },
      { actor: 'A visitor', action: 'nomination.submitted', changes: status(null, 'Pending') },
    ]);
    expect(told[0]?.subject).toEqual({
      id,
      name: 'Maria Lopez',
      path: `/admin/nominations?manage=${id}`,
    });
  });

  test('money is allocated and released, with both balances; a repeat with its key adds nothing', async () => {
    const { cookie, name: actor } = await aSignedIn(testApp);
    const { donationId, nominationId } = await aPair(testApp, 10_000);
    const give = { cookie, body: { amount: 4_000, donationId, nominationId } };
    const idempotencyKey = randomUUID();
    const { id } = (await testApp.call(createAllocation, { ...give, idempotencyKey })).body;
    await testApp.call(createAllocation, { ...give, idempotencyKey });
    await testApp.call(releaseAllocation, { cookie, params: { id }, body: { reason: 'Mistake' } });

    const released = {
      actor,
      action: 'allocation.released',
      subject: { id, name: 'Maria Lopez', path: `/admin/nominations?manage=${nominationId}` },
      reason: 'Mistake',
      changes: [
        { field: 'Amount', before: '$40.00', after: '$0.00' },
        { field: 'Allocated to the nomination', before: '$40.00', after: '$0.00' },
        { field: 'Available from the donation', before: '$60.00', after: '$100.00' },
      ],
    };
    const allocated = {
      actor,
      action: 'allocation.created',
      changes: [
        { field: 'Amount', before: '$0.00', after: '$40.00' },
        { field: 'Allocated to the nomination', before: '$0.00', after: '$40.00' },
        { field: 'Available from the donation', before: '$100.00', after: '$60.00' },
      ],
    };
    const told = await trail(testApp, { subjectId: id });
    recordFigures('A44', { 'moves of money done': 2, 'moves on record': told.length });
    expect(told).toMatchObject([released, allocated]);
    // The move is in the trail of both its ends.
    expect(await trail(testApp, { subjectId: donationId })).toMatchObject([released, allocated]);
    const ofNomination = await trail(testApp, { subjectId: nominationId });
    expect(ofNomination.slice(0, 2)).toMatchObject([released, allocated]);
  });
});

describe('the trail shows what becomes of users and alerts, and who did it', () => {
  test('a user is invited, changed, and removed, and whoever left keeps their name', async () => {
    const { cookie, name: actor } = await aSignedIn(testApp);
    const { firstName, lastName, email } = aPerson();
    const body = { firstName, lastName, email };
    const { id } = (await testApp.call(createUser, { cookie, body })).body;
    const changed = { ...body, lastName: 'Murray', email: `x-${email}` };
    await testApp.call(updateUser, { cookie, params: { id }, body: changed });
    await testApp.call(updateUser, { cookie, params: { id }, body: changed });
    expect((await trail(testApp, { subjectId: id }))[0]?.subject).toEqual({
      id,
      name: 'Grace Murray',
      path: `/admin/users?manage=${id}`,
    });

    const today = formatDate(new Date().toISOString(), testApp.settings.current().timeZone);
    await testApp.call(deleteUser, { cookie, params: { id } });
    expect(await trail(testApp, { subjectId: id })).toMatchObject([
      {
        actor,
        action: 'user.deleted',
        subject: { name: `Grace Murray, left on ${today}`, path: null },
      },
      {
        actor,
        action: 'user.updated',
        changes: [
          { field: 'Email address', before: email, after: `x-${email}` },
          { field: 'Last name', before: lastName, after: 'Murray' },
        ],
      },
      { actor, action: 'user.created' },
    ]);

    const gone = await aSignedIn(testApp);
    await testApp.call(createCause, { ...gone, body: { name: `Cause ${randomUUID()}` } });
    await testApp.call(deleteUser, { cookie, params: { id: gone.id } });
    expect(await trail(testApp, { actor: gone.key, action: 'cause.' })).toMatchObject([
      { actor: `${gone.name}, left on ${today}`, action: 'cause.created' },
    ]);
    const { body: people } = await testApp.call(listAuditActors, { cookie });
    expect(
      people
        .slice(-2)
        .map(({ id: who }) => who)
        .sort(),
    ).toEqual([gone.id, id].sort());
  });

  test('an alert is marked as done', async () => {
    const { cookie, name: actor } = await aSignedIn(testApp);
    const { db, mailer } = testApp;
    const alert = { key: randomUUID(), title: 'a thing', message: 'Look.', path: '/admin/causes' };
    await db.transaction().execute((trx) => raiseAlert(trx, alert, mailer));
    const { id } = await db
      .selectFrom('alerts')
      .select('id')
      .where('key', '=', alert.key)
      .executeTakeFirstOrThrow();
    await testApp.call(settleAlert, { cookie, params: { id } });
    await testApp.call(settleAlert, { cookie, params: { id } });
    expect(await trail(testApp, { subjectId: id })).toMatchObject([
      { actor, what: 'Marked an alert as done', subject: { name: 'a thing', path: alert.path } },
    ]);
  });

  test.each([
    ['system', 'The system'],
    ['provider:stripe', 'Stripe'],
  ])('%s is called %s', async (actor, name) => {
    const subjectId = await aDonation(testApp, { amount: 1_250 });
    const action = 'donation.link_sent';
    await testApp.db.transaction().execute((trx) => recordAudit(trx, { actor, action, subjectId }));
    expect(await trail(testApp, { subjectId })).toMatchObject([
      {
        actor: name,
        what: 'Sent a donor the link to their donation',
        subject: { path: `/admin/donations?manage=${subjectId}` },
      },
    ]);
    expect((await trail(testApp, { subjectId }))[0]?.subject.name).toMatch(/^\$12\.50 for Cause /);
  });
});

test('what belongs to a nomination says which, and changed fields have their names on the screens', async () => {
  const { cookie, id: actorId } = await aSignedIn(testApp);
  const nominationId = await anAcceptedNomination(testApp, { nominee: 'Maria Lopez' });
  const path = `/admin/nominations/${nominationId}`;
  const params = { id: nominationId };
  const texts = { publicName: 'A family', summary: 'It was cold.', story: 'Now it is warm.' };
  await testApp.call(savePublicPage, { cookie, params, body: { ...texts, coverFileId: null } });
  const changed = { ...texts, story: 'Warm.', coverFileId: null };
  await testApp.call(savePublicPage, { cookie, params, body: changed });
  expect(await trail(testApp, { subjectId: nominationId, action: 'public_page.' })).toMatchObject([
    { changes: [{ field: 'Changed', before: null, after: 'Story' }] },
    { subject: { name: 'Maria Lopez', path }, changes: [{ after: 'Public name, Summary, Story' }] },
  ]);

  const added = { kind: 'photo', bytes: 2_500_000 } as const;
  const { body: file } = await testApp.call(createFile, {
    cookie,
    body: { nominationId, ...added },
  });
  const details = { caption: 'The new furnace', alternativeText: 'A furnace' };
  const consent = { consentBy: '', consentScope: '', consentUntil: '' };
  const fileCall = { cookie, params: { id: file.id } };
  const [entry] = await trail(testApp, { subjectId: file.id });
  expect(entry).toMatchObject({
    subject: { name: 'Photo for Maria Lopez', path },
    changes: [
      { field: 'Kind', after: 'Photo' },
      { field: 'Size', after: '2.5 MB' },
      { field: 'Nomination', after: 'Maria Lopez' },
    ],
  });
  await testApp.call(updateFile, { ...fileCall, body: { ...details, ...consent } });
  expect((await trail(testApp, { subjectId: file.id }))[0]).toMatchObject({
    subject: { name: 'The new furnace' },
    changes: [{ field: 'Changed', after: 'Caption, Alternative text' }],
  });
  await testApp.call(deleteFile, fileCall);
  expect((await trail(testApp, { subjectId: file.id }))[0]).toMatchObject({
    subject: { name: 'A deleted file', path: `/admin/audit?id=${file.id}` },
    changes: [{ field: 'Kind', before: 'Photo', after: null }],
  });
  expect(await trail(testApp, { actor: `user:${actorId}`, action: 'file.' })).toHaveLength(3);
});

test('an allocation that moves names both donations', async () => {
  const { cookie } = await aSignedIn(testApp);
  const { donationId, nominationId, causeId } = await aPair(testApp, 5_000);
  const other = await aDonation(testApp, { causeId, amount: 7_000 });
  const id = await anAllocation(testApp, { donationId, nominationId, amount: 4_000 });
  const body = { amount: 1_000, donationId: other, reason: 'A better match' };
  await testApp.call(replaceAllocation, { cookie, params: { id }, body });
  const [moved] = await trail(testApp, { subjectId: id, action: 'allocation.replaced' });
  expect(moved?.what).toBe('Moved an allocation to another donation');
  expect(moved?.changes).toEqual([
    {
      field: 'Donation',
      before: expect.stringMatching(/^\$50\.00 for Cause .* from Grace /),
      after: expect.stringMatching(/^\$70\.00 for Cause .* from Grace /),
    },
    { field: 'Amount', before: '$40.00', after: '$30.00' },
    { field: 'Moved to the other donation', before: null, after: '$10.00' },
  ]);
});

test('what has no id of its own has a name, too', async () => {
  await testApp.db.transaction().execute(async (trx) => {
    await pauseMail(trx, 'Restored from a backup.');
    const entry = { actor: 'system', subjectId: 'unknown' } as const;
    await recordAudit(trx, {
      ...entry,
      action: 'session.guessing_stopped',
      after: { failures: 5, what: 'network', minutes: 15 },
    });
  });
  expect(await trail(testApp, { subjectId: 'mail' })).toMatchObject([
    { subject: { name: 'All outgoing email', path: '/admin/mail' } },
  ]);
  expect(await trail(testApp, { subjectId: 'unknown' })).toMatchObject([
    {
      subject: { name: 'No account of this site', path: null },
      changes: [
        { field: 'What was guessed', after: 'Passwords, from one network' },
        { field: 'Minutes', after: '15' },
        { field: 'Wrong guesses', after: '5' },
      ],
    },
  ]);
});

test('a refused call leaves nothing in the trail', async () => {
  const { cookie, id: ownId } = await aSignedIn(testApp);
  const { id: causeId, name } = await aCause(testApp);
  const { donationId, nominationId } = await aPair(testApp, 1_000);
  const pendingId = await aNomination(testApp, { causeId });
  const { firstName, lastName, email } = await anAdministrator(testApp);
  const before = await entries();
  const answers = [
    await testApp.call(createCause, { cookie, body: { name } }),
    await testApp.call(deleteCause, { cookie, params: { id: causeId } }),
    await testApp.call(createAllocation, {
      cookie,
      body: { amount: 1_001, donationId, nominationId },
    }),
    await testApp.call(releaseAllocation, {
      cookie,
      params: { id: newId<AllocationId>() },
      body: { reason: 'None' },
    }),
    await testApp.call(updateNomination, {
      cookie,
      params: { id: pendingId },
      body: { isCompleted: true },
    }),
    await testApp.call(createUser, { cookie, body: { firstName, lastName, email } }),
    await testApp.call(updateUser, {
      cookie,
      params: { id: ownId },
      body: { firstName, lastName, email },
    }),
    await testApp.call(deleteUser, { cookie, params: { id: ownId } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 404, 409, 409, 409, 409]);
  expect(await entries()).toEqual(before);
});

test('nothing that a donor or nominator typed is in the trail', async () => {
  const canary = `canary${randomUUID().slice(0, 8)}`;
  const person = {
    firstName: `${canary}-first`,
    lastName: `${canary}-last`,
    email: `${canary}@example.com`,
    phone: `${canary}-phone`,
    zip: canary,
  };
  const { cookie } = await aSignedIn(testApp);
  const { id: causeId } = await aCause(testApp);
  const donationId = await aDonation(testApp, { causeId, person, description: canary });
  const body = { nominee: canary, causeId, description: canary, ...person };
  const { id } = (await testApp.call(createNomination, { body })).body;
  const accept = { isAccepted: true, isRejected: false };
  await testApp.call(updateNomination, { cookie, params: { id }, body: accept });
  const allocation = { amount: 100, donationId, nominationId: id };
  const allocated = await testApp.call(createAllocation, { cookie, body: allocation });
  await testApp.call(releaseAllocation, {
    cookie,
    params: { id: allocated.body.id },
    body: { reason: 'Mistake' },
  });

  const { rows } = await sql<{ line: string }>`
    select audit_entries::text as line from audit_entries`.execute(testApp.db);
  expect(rows.length).toBeGreaterThan(4);
  expect(rows.filter(({ line }) => line.includes(canary))).toEqual([]);
});

test('an auditor can filter by everybody of the team', async () => {
  const auditor = await aTeamMember(testApp, 'auditor');
  const { firstName, lastName, id } = await aTeamMember(testApp, 'viewer');
  const cookie = await signIn(testApp, auditor);
  const { body } = await testApp.call(listAuditActors, { cookie });
  expect(body).toContainEqual({ id, name: `${firstName} ${lastName}` });
});

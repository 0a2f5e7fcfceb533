import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { exportListNames } from '#contract/exports/export-lists.ts';
import { exportFilePath } from '#contract/exports/export-path.ts';
import { createExport } from '#contract/exports/exports.ts';
import { needPath } from '#contract/pages.ts';
import { getNeed } from '#contract/publishing/needs.ts';
import {
  addNominationNote,
  changeNominationNote,
  listNominationNotes,
  removeNominationNote,
} from '#contract/vetting/nomination-notes.ts';
import { getNomination } from '#contract/vetting/nominations.ts';
import { listQuestions } from '#contract/vetting/questions.ts';
import { openTrackingPage } from '#contract/vetting/tracking-page.ts';
import { noteMinutes } from '#core/vetting/notes.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { decide, endDecisions } from '#test/support/decisions.ts';
import {
  aNomination,
  anAdministrator,
  aTeamMember,
  logIn,
  signIn,
} from '#test/support/factories.ts';
import { publishNeed } from '#test/support/proof.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { anAskedNomination } from '#test/support/tracking.ts';
import { trail } from '#test/support/trail.ts';
import { aBegunChecklist, aNominationNote, aReview, settlePoint } from '#test/support/vetting.ts';

const testApp = useTestApp();

describe('a note', () => {
  test('is read by whoever may read nominations, and written by whoever decides about them', async () => {
    const { id } = await aNominationNote(testApp, await aNomination(testApp), 'MARKED-NOTE');
    const read = async (role: 'auditor' | 'case-worker' | 'publisher' | 'treasurer') =>
      testApp.call(listNominationNotes, {
        cookie: await signIn(testApp, await aTeamMember(testApp, role)),
        params: { id },
      });
    for (const role of ['auditor', 'case-worker'] as const) {
      expect((await read(role)).body.notes).toMatchObject([
        { author: 'Grace Hopper', text: 'MARKED-NOTE', mayChange: false, mayRemove: false },
      ]);
    }
    for (const role of ['publisher', 'treasurer'] as const)
      expect((await read(role)).status).toBe(403);
    const cookie = await signIn(testApp, await aTeamMember(testApp, 'auditor'));
    expect(
      (await testApp.call(addNominationNote, { cookie, params: { id }, body: { text: 'Mine' } }))
        .status,
    ).toBe(403);
    expect(JSON.stringify(await trail(testApp, { subjectId: id }))).not.toContain('MARKED');
  });

  test('sent twice with one key is one note', async () => {
    const id = await aNomination(testApp);
    const call = { cookie: await signIn(testApp), params: { id }, body: { text: 'A call' } };
    const idempotencyKey = newId();
    await testApp.call(addNominationNote, { ...call, idempotencyKey });
    const { body } = await testApp.call(addNominationNote, { ...call, idempotencyKey });
    expect(body.notes).toHaveLength(1);
  });

  test('can be corrected by its writer for some minutes', async () => {
    const { id, noteId, actor } = await aNominationNote(testApp, await aNomination(testApp));
    const cookie = await signIn(testApp, actor);
    const change = (by: string, text = 'Two calls') =>
      testApp.call(changeNominationNote, { cookie: by, params: { id, noteId }, body: { text } });
    expect(await change(await signIn(testApp))).toMatchObject({ error: { code: 'note_closed' } });
    const [note] = (await change(cookie, 'A call')).body.notes;
    expect(note).toMatchObject({ text: 'A call', changedAt: null });
    expect((await change(cookie)).body.notes).toMatchObject([
      { text: 'Two calls', changedAt: expect.any(String), mayChange: true },
    ]);
    await sql`update nomination_notes set created_at = now() - make_interval(mins => ${noteMinutes})
      where id = ${noteId}`.execute(testApp.db);
    expect(await change(cookie)).toMatchObject({ status: 409, error: { code: 'note_closed' } });
    const elsewhere = { id: await aNomination(testApp), noteId };
    expect(
      (await testApp.call(changeNominationNote, { cookie, params: elsewhere, body: { text: 'X' } }))
        .status,
    ).toBe(404);
  });

  test('leaves a trace when its writer or an owner removes it', async () => {
    const id = await aNomination(testApp);
    const { noteId } = await aNominationNote(testApp, id, 'MARKED-GOSSIP');
    const remove = async (cookie: string) =>
      testApp.call(removeNominationNote, { cookie, params: { id, noteId } });
    const worker = await signIn(testApp, await aTeamMember(testApp, 'case-worker'));
    expect(await remove(worker)).toMatchObject({ error: { code: 'note_closed' } });
    const owner = await signIn(testApp);
    const { body } = await remove(owner);
    expect(body.notes).toMatchObject([
      { text: '', removedAt: expect.any(String), removedBy: 'Grace Hopper', mayRemove: false },
    ]);
    expect(await remove(owner)).toMatchObject({ error: { code: 'note_closed' } });
    const { rows } = await sql`select to_jsonb(t)::text as row from nomination_notes as t
      where text like '%GOSSIP%'`.execute(testApp.db);
    expect(rows).toEqual([]);
  });
});

describe('a mention', () => {
  test('mails each person once, with a link and without a word about the nomination', async () => {
    const id = await aNomination(testApp, { nominee: 'MARKED-NOMINEE' });
    const [author, ann, ben] = [
      await anAdministrator(testApp),
      await aTeamMember(testApp, 'case-worker'),
      await aTeamMember(testApp, 'auditor'),
    ];
    const cookie = await signIn(testApp, author);
    const { body } = await testApp.call(addNominationNote, {
      cookie,
      params: { id },
      body: { text: '@Grace Hopper: MARKED-WORDS', mentions: [ann.id, author.id] },
    });
    const noteId = body.notes[0]?.id ?? newId();
    expect(body.notes[0]?.mentions.map((person) => person.id).sort()).toEqual(
      [ann.id, author.id].sort(),
    );
    expect(body.colleagues.map((person) => person.id)).toEqual(
      expect.arrayContaining([ann.id, ben.id]),
    );
    expect(body.colleagues.map((person) => person.id)).not.toContain(author.id);
    const mail = await testApp.inbox.waitFor(ann.email, 'mentioned you');
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(/MARKED|heating|Lopez/i);
    expect(mail.text).toContain(`http://localhost:3000/admin/nominations/${id}#notes`);
    await testApp.call(changeNominationNote, {
      cookie,
      params: { id, noteId },
      body: { text: '@Grace Hopper and @Grace Hopper', mentions: [ann.id, ben.id] },
    });
    await testApp.inbox.waitFor(ben.email, 'mentioned you');
    expect(await mailsQueuedFor(testApp, ann.email)).toBe(1);
    expect(await mailsQueuedFor(testApp, author.email)).toBe(0);
  });

  test('of somebody who cannot read nominations is refused', async () => {
    const id = await aNomination(testApp);
    const publisher = await aTeamMember(testApp, 'publisher');
    const cookie = await signIn(testApp);
    for (const mentions of [[publisher.id], [newId()]] as never[]) {
      expect(
        await testApp.call(addNominationNote, {
          cookie,
          params: { id },
          body: { text: 'Look', mentions },
        }),
      ).toMatchObject({ status: 400, error: { fields: { mentions: expect.any(String) } } });
    }
    expect(await mailsQueuedFor(testApp, publisher.email)).toBe(0);
  });
});

test('nothing that the team writes for itself is found anywhere else', async () => {
  const { id, token, person } = await anAskedNomination(testApp);
  const [ann, ben] = [await anAdministrator(testApp), await anAdministrator(testApp)];
  const points = await aBegunChecklist(testApp, id);
  for (const point of points) {
    await settlePoint(testApp, ann, id, point, { proof: 'INTERNAL-PROOF' });
  }
  await aReview(testApp, id, ann, 'against', 'INTERNAL-REASON');
  await aReview(testApp, id, ben, 'unsure', 'INTERNAL-DOUBT');
  const { noteId, actor } = await aNominationNote(testApp, id, 'INTERNAL-NOTE');
  await testApp.call(changeNominationNote, {
    cookie: await signIn(testApp, actor),
    params: { id, noteId },
    body: { text: 'INTERNAL-CORRECTION', mentions: [ann.id] },
  });
  const tracked = () => testApp.call(openTrackingPage, { body: { token } });
  const seen: unknown[] = [(await tracked()).body];
  await decide(testApp, id, 'accept');
  await endDecisions(testApp, id);
  await publishNeed(testApp, id);
  seen.push((await tracked()).body, (await testApp.call(getNeed, { params: { id } })).body);
  seen.push((await testApp.request({ url: needPath(id) })).body);
  const owner = await logIn(testApp);
  for (const role of ['viewer', 'publisher', 'treasurer', 'auditor', 'case-worker'] as const) {
    const cookie = await signIn(testApp, await aTeamMember(testApp, role));
    seen.push((await testApp.call(getNomination, { cookie, params: { id } })).body);
    seen.push((await testApp.call(listQuestions, { cookie, params: { id } })).body ?? '');
  }
  for (const list of exportListNames) {
    const body = { list, format: 'csv', filter: '' } as const;
    const made = await testApp.call(createExport, { cookie: owner, body });
    const file = { url: exportFilePath(made.body.id), headers: { cookie: owner } };
    seen.push((await testApp.request(file)).body);
  }
  seen.push(await trail(testApp, { subjectId: id }));
  const { rows } = await sql`select data::text as mail from pgboss.job where name = 'mail'`.execute(
    testApp.db,
  );
  seen.push(rows);
  expect(seen.map((one) => JSON.stringify(one)?.match(/INTERNAL-\w+/g))).toEqual(
    seen.map(() => null),
  );
  // The fixture has what must not leave.
  const cookie = await signIn(testApp, ann);
  const notes = await testApp.call(listNominationNotes, { cookie, params: { id } });
  expect(JSON.stringify(notes.body)).toContain('INTERNAL-CORRECTION');
  expect(person.email).toContain('@');
});

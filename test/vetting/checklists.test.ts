import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { ChecklistPointId, FileId, NominationId } from '#contract/ids.ts';
import { getNeed } from '#contract/publishing/needs.ts';
import { createAllocation } from '#contract/spending/allocations.ts';
import { uploadOffsetHeader } from '#contract/upload-errors.ts';
import {
  beginChecklist,
  changePoint,
  getNominationChecklist,
  listChecklists,
  saveChecklist,
} from '#contract/vetting/checklists.ts';
import {
  createTeamPaper,
  getPaper,
  getTeamPaper,
  uploadTeamPaperContent,
} from '#contract/vetting/papers.ts';
import { answerQuestion } from '#contract/vetting/tracking-page.ts';
import { defaultChecklists, type NomineeKind } from '#core/vetting/checklists.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { sweepFiles } from '#server/publishing/files/sweep-files.ts';
import { useTestApp } from '#test/support/app.ts';
import { decide, endDecisions, undo } from '#test/support/decisions.ts';
import {
  aNomination,
  anAcceptedNomination,
  anAdministrator,
  aPair,
  aTeamMember,
  logIn,
  signIn,
} from '#test/support/factories.ts';
import { publishNeed } from '#test/support/proof.ts';
import { picture } from '#test/support/sample-files.ts';
import { changeSettings } from '#test/support/settings.ts';
import { anAskedNomination } from '#test/support/tracking.ts';
import { trail } from '#test/support/trail.ts';
import { aBegunChecklist, aCheckedNomination, settlePoint } from '#test/support/vetting.ts';

const testApp = useTestApp();

const vetting = { isChecklistRequired: false, reviewsAboveCents: null };
/** Runs with the required points as a condition, and without again for the tests after it. */
async function whileRequired(work: () => Promise<unknown>): Promise<void> {
  await changeSettings(testApp, { vetting: { ...vetting, isChecklistRequired: true } });
  await work().finally(() => changeSettings(testApp, { vetting }));
}

async function show(id: NominationId) {
  const cookie = await signIn(testApp);
  return (await testApp.call(getNominationChecklist, { cookie, params: { id } })).body;
}

describe('the lists', () => {
  const newest = async (kind: NomineeKind) => {
    const cookie = await signIn(testApp, await aTeamMember(testApp, 'case-worker'));
    const { body } = await testApp.call(listChecklists, { cookie });
    const list = body.find((one) => one.kind === kind);
    if (!list) throw new Error('No list');
    return list;
  };

  test('begin with one for each kind of nominee', async () => {
    expect(await newest('person')).toEqual({
      kind: 'person',
      version: 0,
      points: defaultChecklists.person,
      versions: [],
    });
  });

  test('are saved as versions, with a trail, by owners only', async () => {
    const before = await newest('organization');
    const [kept] = before.points;
    const cookie = await logIn(testApp);
    const save = (version: number, text: string) =>
      testApp.call(saveChecklist, {
        cookie,
        params: { kind: 'organization' },
        body: {
          version,
          points: [
            { ...kept, text, isRequired: false },
            { text: 'It has a bank account', isRequired: true },
          ],
        },
      });
    const { body, status } = await save(0, 'We met them');
    expect(status).toBe(200);
    const saved = body.find(({ kind }) => kind === 'organization');
    expect(saved).toMatchObject({
      version: 1,
      points: [
        { id: kept?.id, text: 'We met them', isRequired: false },
        { text: 'It has a bank account', isRequired: true },
      ],
      versions: [{ version: 1, actor: 'Grace Hopper' }],
    });
    expect(await save(0, 'Somebody else was faster')).toMatchObject({
      status: 409,
      error: { code: 'checklist_changed' },
    });
    expect((await trail(testApp, {}))[0]).toMatchObject({
      action: 'checklist.saved',
      changes: expect.arrayContaining([
        expect.objectContaining({
          field: 'Points',
          after: 'We met them; It has a bank account (required)',
        }),
      ]),
    });
    const worker = await logIn(testApp, await aTeamMember(testApp, 'case-worker'));
    expect(
      await testApp.call(saveChecklist, {
        cookie: worker,
        params: { kind: 'organization' },
        body: { version: 1, points: [] },
      }),
    ).toMatchObject({ status: 403 });
    await expect(
      sql`update checklist_versions set version = 7`.execute(testApp.db),
    ).rejects.toThrow('append-only');
  });

  test('a nomination keeps the version that it began with, until somebody takes over the newest one', async () => {
    const id = await aNomination(testApp);
    const [first, second] = await aBegunChecklist(testApp, id, 'need');
    if (!first || !second) throw new Error('No points');
    const actor = await anAdministrator(testApp);
    await settlePoint(testApp, actor, id, first);
    await settlePoint(testApp, actor, id, second, { proof: 'A neighbor said so' });
    const begun = (await show(id)).checklist;
    expect(begun).toMatchObject({ kind: 'need', version: 0, newestVersion: 0 });
    const cookie = await logIn(testApp);
    await testApp.call(saveChecklist, {
      cookie,
      params: { kind: 'need' },
      body: {
        version: 0,
        points: [
          { text: 'The town agrees', isRequired: true },
          // The same point with other words: what was found out was about others.
          { id: second.id, text: 'Two people confirmed the need', isRequired: true },
        ],
      },
    });
    expect((await show(id)).checklist).toEqual({ ...begun, newestVersion: 1 });
    const { body } = await testApp.call(beginChecklist, {
      cookie,
      params: { id },
      body: { kind: 'need' },
    });
    expect(body.checklist).toMatchObject({
      version: 1,
      newestVersion: 1,
      points: [
        { text: 'The town agrees', state: 'not_started', isOnList: true },
        {
          text: 'Two people confirmed the need',
          state: 'in_progress',
          proof: 'A neighbor said so',
        },
        { text: first.text, state: 'done', isOnList: false },
      ],
    });
    expect(body.checklist?.points).toHaveLength(3);
  });
});

describe('a point', () => {
  test('says how far it is, who found out, when, and how it was proved', async () => {
    const id = await aNomination(testApp);
    const [point] = await aBegunChecklist(testApp, id);
    if (!point) throw new Error('No point');
    const worker = await aTeamMember(testApp, 'case-worker');
    const cookie = await signIn(testApp, worker);
    const change = (body: object) =>
      testApp.call(changePoint, {
        cookie,
        params: { id, pointId: point.id },
        body: { revision: 0, state: 'done', ...body },
      });
    expect(await change({ proof: '' })).toMatchObject({
      status: 400,
      error: { fields: { proof: 'Say how it was proved' } },
    });
    expect(await change({ proof: '', state: 'not_applicable' })).toMatchObject({
      error: { fields: { proof: 'Say why it does not apply' } },
    });
    const { body } = await change({ proof: 'A call with MARKED-NEIGHBOR' });
    expect(body.checklist?.points[0]).toMatchObject({
      state: 'done',
      proof: 'A call with MARKED-NEIGHBOR',
      changedBy: 'Grace Hopper',
      changedAt: expect.any(String),
      revision: 1,
      paper: null,
    });
    // Pressed twice.
    expect((await change({ proof: 'A call with MARKED-NEIGHBOR' })).body).toEqual(body);
    const entries = await trail(testApp, { subjectId: id });
    expect(entries.filter(({ action }) => action === 'nomination.point_changed')).toHaveLength(1);
    expect(JSON.stringify(entries)).not.toContain('MARKED');
  });

  test('that somebody else has changed is not overwritten', async () => {
    const id = await aNomination(testApp);
    const [point] = await aBegunChecklist(testApp, id);
    if (!point) throw new Error('No point');
    await settlePoint(testApp, await anAdministrator(testApp), id, point);
    await expect(
      settlePoint(testApp, await anAdministrator(testApp), id, point, { state: 'in_progress' }),
    ).rejects.toMatchObject({ code: 'point_changed' });
    expect((await show(id)).checklist?.points[0]).toMatchObject({ state: 'done', revision: 1 });
  });

  test('is read by an auditor, changed by a case worker, and hidden from everybody else', async () => {
    const id = await aNomination(testApp);
    const [point] = await aBegunChecklist(testApp, id);
    const auditor = await signIn(testApp, await aTeamMember(testApp, 'auditor'));
    expect(
      (await testApp.call(getNominationChecklist, { cookie: auditor, params: { id } })).status,
    ).toBe(200);
    const change = {
      cookie: auditor,
      params: { id, pointId: point?.id ?? newId<ChecklistPointId>() },
    } as const;
    expect(
      (await testApp.call(changePoint, { ...change, body: { revision: 0, state: 'done' } })).status,
    ).toBe(403);
    for (const role of ['viewer', 'publisher', 'treasurer'] as const) {
      const cookie = await signIn(testApp, await aTeamMember(testApp, role));
      expect((await testApp.call(getNominationChecklist, { cookie, params: { id } })).status).toBe(
        403,
      );
    }
  });

  test('stays as it is once there is a decision, and while a rejection can be undone to accepted', async () => {
    const id = await aNomination(testApp);
    const [point, other] = await aBegunChecklist(testApp, id);
    if (!point || !other) throw new Error('No points');
    const actor = await anAdministrator(testApp);
    const change = () => settlePoint(testApp, actor, id, point);
    await decide(testApp, id, 'accept');
    await expect(change()).rejects.toMatchObject({ code: 'nomination_decided' });
    expect((await show(id)).isOpen).toBe(false);
    await decide(testApp, id, 'reject');
    await expect(change()).rejects.toMatchObject({ code: 'nomination_decided' });
    await undo(testApp, id);
    await undo(testApp, id);
    await settlePoint(testApp, actor, id, other);
    await decide(testApp, id, 'reject');
    // Rejected from the start: whoever looks into it again may check.
    await change();
    expect((await show(id)).isOpen).toBe(true);
  });
});

describe('required points', () => {
  test('block nothing as long as nobody has asked for it', async () => {
    const id = await aNomination(testApp);
    await aBegunChecklist(testApp, id);
    expect((await decide(testApp, id, 'accept')).status).toBe(200);
  });

  test('block money for what was accepted before they were required', async () => {
    const { causeId, donationId, nominationId: accepted } = await aPair(testApp);
    const allocating = async (nominationId = accepted) =>
      testApp.call(createAllocation, {
        cookie: await signIn(testApp),
        body: { donationId, nominationId, amount: 100 },
      });
    expect((await allocating()).status).toBe(201);
    await whileRequired(async () => {
      expect(await allocating()).toMatchObject({
        status: 409,
        error: {
          code: 'check_missing',
          message: expect.stringContaining('It was accepted before that was required'),
        },
      });
      const actor = await anAdministrator(testApp);
      const checked = await aNomination(testApp, { causeId });
      for (const point of await aBegunChecklist(testApp, checked)) {
        if (point.isRequired) await settlePoint(testApp, actor, checked, point);
      }
      expect((await decide(testApp, checked, 'accept')).status).toBe(200);
      expect((await allocating(checked)).status).toBe(201);
    });
  });

  test('block accepting also when there is none', async () => {
    const id = await aNomination(testApp);
    await aBegunChecklist(testApp, id);
    await testApp.db.updateTable('checklistPoints').set({ isRequired: false }).execute();
    await whileRequired(async () => {
      expect(await decide(testApp, id, 'accept')).toMatchObject({
        status: 409,
        error: { code: 'check_missing', message: expect.stringContaining('no required point') },
      });
    });
  });

  test('block accepting by name, and nothing else', async () => {
    const id = await aNomination(testApp);
    const other = await aNomination(testApp);
    await whileRequired(async () => {
      expect(await decide(testApp, id, 'accept')).toMatchObject({
        status: 409,
        error: {
          code: 'check_missing',
          message: expect.stringContaining('Nobody has begun the checklist'),
        },
      });
      const points = await aBegunChecklist(testApp, id);
      const actor = await anAdministrator(testApp);
      const required = points.filter(({ isRequired }) => isRequired);
      for (const point of required.slice(1)) {
        await settlePoint(testApp, actor, id, point, { state: 'not_applicable' });
      }
      const { error } = await decide(testApp, id, 'accept');
      expect(error).toMatchObject({
        code: 'check_missing',
        message: `Not checked yet: “${required[0]?.text}”.`,
      });
      if (required[0]) await settlePoint(testApp, actor, id, required[0]);
      expect((await decide(testApp, id, 'accept')).status).toBe(200);
      expect((await decide(testApp, other, 'reject')).status).toBe(200);
    });
  });
});

describe('a file of a point', () => {
  const upload = async (cookie: string, id: NominationId, content: Buffer) => {
    const { body } = await testApp.call(createTeamPaper, {
      cookie,
      params: { id },
      body: { bytes: content.length, originalName: 'Bill of Grace.jpg' },
    });
    const response = await testApp.request({
      method: 'POST',
      url: uploadTeamPaperContent.path.replace(':id', body.id),
      headers: { cookie, 'content-type': 'application/octet-stream', [uploadOffsetHeader]: '0' },
      payload: content,
    });
    expect(response.statusCode).toBe(200);
    return body.id;
  };

  test('is a paper: for whoever may read nominations, and never of the nominator', async () => {
    const { id, token, questionId } = await anAskedNomination(testApp);
    const [point] = await aBegunChecklist(testApp, id);
    const cookie = await signIn(testApp, await aTeamMember(testApp, 'case-worker'));
    const paperId = await upload(cookie, id, await picture());
    const attach = (paper: FileId, by = cookie) =>
      testApp.call(changePoint, {
        cookie: by,
        params: { id, pointId: point?.id ?? newId<ChecklistPointId>() },
        body: { revision: 0, state: 'done', proof: 'See the bill', paperId: paper },
      });
    // Neither that of a colleague nor that of another nomination.
    expect(await attach(paperId, await signIn(testApp))).toMatchObject({
      error: { code: 'file_unusable' },
    });
    const elsewhere = await upload(cookie, await aNomination(testApp), await picture());
    expect(await attach(elsewhere)).toMatchObject({ error: { code: 'file_unusable' } });
    const { body } = await attach(paperId);
    expect(body.checklist?.points[0]?.paper).toMatchObject({
      id: paperId,
      originalName: 'Bill of Grace.jpg',
    });
    const original = (by: string) =>
      testApp.request({ url: `/api/papers/${paperId}/original`, headers: { cookie: by } });
    await expect.poll(async () => (await original(cookie)).statusCode).toBe(200);
    const publisher = await signIn(testApp, await aTeamMember(testApp, 'publisher'));
    expect((await original(publisher)).statusCode).toBe(403);
    // The nominator neither reads it nor makes it a part of an answer.
    expect(
      (await testApp.call(getPaper, { params: { id: paperId }, body: { token } })).status,
    ).toBe(404);
    const answer = { token, questionId, text: 'Mine', papers: [paperId] };
    expect(await testApp.call(answerQuestion, { body: answer })).toMatchObject({
      error: { code: 'file_unusable' },
    });
    // Nor does a colleague go on with the upload.
    const other = await signIn(testApp);
    expect(
      (await testApp.call(getTeamPaper, { cookie: other, params: { id: paperId } })).status,
    ).toBe(404);
  });

  test('stays with its point, and goes if no point took it', async () => {
    const id = await aNomination(testApp);
    const [point] = await aBegunChecklist(testApp, id);
    const cookie = await signIn(testApp);
    const [kept, left] = [
      await upload(cookie, id, await picture()),
      await upload(cookie, id, await picture()),
    ];
    await testApp.call(changePoint, {
      cookie,
      params: { id, pointId: point?.id ?? newId<ChecklistPointId>() },
      body: { revision: 0, state: 'done', proof: 'See the bill', paperId: kept },
    });
    await sql`update files set created_at = created_at - interval '21 hours' where id in (${kept}, ${left})`.execute(
      testApp.db,
    );
    await sweepFiles(testApp.db, testApp.storage, testApp.mailer);
    const look = (paper: FileId) => testApp.call(getTeamPaper, { cookie, params: { id: paper } });
    expect((await look(kept)).status).toBe(200);
    expect((await look(left)).status).toBe(404);
  });
});

describe('the public', () => {
  test('sees what was checked and when, and neither by whom nor how', async () => {
    const id = await anAcceptedNomination(testApp);
    await decide(testApp, id, 'reject');
    await endDecisions(testApp, id);
    await aCheckedNomination(testApp, id);
    const points = (await show(id)).checklist?.points ?? [];
    const [first, second] = points;
    const actor = await anAdministrator(testApp);
    if (!first || !second) throw new Error('No points');
    await settlePoint(testApp, actor, id, first, { proof: 'MARKED-PROOF' });
    await settlePoint(testApp, actor, id, second, { state: 'not_applicable', proof: 'MARKED-WHY' });
    await decide(testApp, id, 'accept');
    await endDecisions(testApp, id);
    await publishNeed(testApp, id);
    const { body } = await testApp.call(getNeed, { params: { id } });
    expect(body.checks).toEqual(
      points
        .filter((point) => point.isRequired && point !== second)
        .map(({ text }) => ({ text, checkedAt: expect.any(String) })),
    );
    const page = await testApp.request({ url: `/api/impact/needs/${id}` });
    expect(page.body).not.toMatch(/MARKED|Hopper/);
  });
});

import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { FileId, NominationId } from '#contract/ids.ts';
import { originalPath, paperOriginalPath, paperPagePath } from '#contract/publishing/file-paths.ts';
import { listFiles } from '#contract/publishing/files.ts';
import { getNomination, listNominations } from '#contract/vetting/nominations.ts';
import { createPaper, getPaper, uploadPaperContent } from '#contract/vetting/papers.ts';
import {
  askQuestions,
  closeQuestion,
  listQuestions,
  maxQuestionsAtOnce,
  readAnswers,
  sendTrackingLink,
  startChecking,
} from '#contract/vetting/questions.ts';
import {
  answerQuestion,
  maxPapersPerAnswer,
  maxPapersPerNomination,
  maxVersionsPerAnswer,
  openTrackingPage,
  requestTrackingLinks,
  trackingTokenHeader,
} from '#contract/vetting/tracking-page.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { linkRequestsFromNetwork, mailsToMailbox } from '#server/platform/misuse/mail-limit.ts';
import { newToken } from '#server/platform/security/tokens.ts';
import { sweepFiles } from '#server/publishing/files/sweep-files.ts';
import { addNominationNote } from '#server/vetting/notes/commands.ts';
import { followUpQuestions } from '#server/vetting/questions/jobs.ts';
import { trackingLinksWorker } from '#server/vetting/tracking-links/jobs.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import { decide, endDecisions, endGrace, undo } from '#test/support/decisions.ts';
import { aNomination, aPerson, aTeamMember, signIn } from '#test/support/factories.ts';
import { mailsQueuedFor, requestsAreDone } from '#test/support/queued-mail.ts';
import { expectSameWork } from '#test/support/same-work.ts';
import { pdf, picture } from '#test/support/sample-files.ts';
import { anAskedNomination, ask, aTrackedNomination, letDaysPass } from '#test/support/tracking.ts';
import { tokenIn } from '#test/support/tracking-link.ts';
import { trail } from '#test/support/trail.ts';
import { aBegunChecklist, aReview, settlePoint } from '#test/support/vetting.ts';

const testApp = useTestApp();
const open = (token: string) => testApp.call(openTrackingPage, { body: { token } });
const request = (email: string, from = '192.0.2.99') =>
  testApp.call(requestTrackingLinks, { body: { email }, from });
const answer = (token: string, questionId: string, text: string, papers: FileId[] = []) =>
  testApp.call(answerQuestion, { body: { token, questionId: questionId as never, text, papers } });
const stateOf = async (token: string) => (await open(token)).body.state;

/** The address of whoever has asked the nominator. */
async function askerOf(id: NominationId): Promise<string> {
  const { email } = await testApp.db
    .selectFrom('users')
    .innerJoin('questions', 'questions.askedBy', 'users.id')
    .select('email')
    .where('nominationId', '=', id)
    .executeTakeFirstOrThrow();
  return email;
}

/** Uploads a paper in one piece. */
async function upload(token: string, questionId: string, content: Buffer, originalName = 'a.jpg') {
  const body = { token, questionId: questionId as never, bytes: content.length, originalName };
  const created = await testApp.call(createPaper, { body });
  if (created.status !== 201) return created;
  const { id } = created.body;
  return { ...(await send(token, id, content)), id };
}

async function send(token: string, id: FileId, content: Buffer) {
  const response = await testApp.request({
    method: 'POST',
    url: uploadPaperContent.path.replace(':id', id),
    headers: {
      'content-type': 'application/octet-stream',
      'upload-offset': '0',
      [trackingTokenHeader]: token,
    },
    payload: content,
  });
  return { status: response.statusCode, body: response.json() };
}

async function aPaper(token: string, questionId: string): Promise<FileId> {
  const { status, ...uploaded } = await upload(
    token,
    questionId,
    await picture(),
    'Grace Hopper bill.jpg',
  );
  expect(status).toBe(200);
  return (uploaded as { id: FileId }).id;
}

describe('the reference and the link', () => {
  test('come with the response and the confirmation, and only the hash of the link is stored', async () => {
    const { id, reference, trackingUrl, token, person } = await aTrackedNomination(testApp);
    expect(reference).toMatch(/^[2346789FHKMRTWXY]{3}-[2346789FHKMRTWXY]{3}$/);
    expect(trackingUrl).toBe(`http://localhost:3000/nomination#${token}`);
    const mail = await testApp.inbox.waitFor(person.email, 'We received your nomination');
    expect(mail.text).toContain(reference);
    expect(tokenIn(mail.text)).toBe(token);
    const { rows } = await sql<{ hash: Buffer }>`select token_hash as hash from tracking_links
      where nomination_id = ${id}`.execute(testApp.db);
    expect(rows).toHaveLength(1);
    expect(String(rows[0]?.hash)).not.toContain(token);
  });

  test('a repeated call gets the same ones, although no stored response has the link', async () => {
    const key = newId();
    const body = {
      nominee: 'Maria Lopez',
      causeId: (await testApp.db.selectFrom('causes').select('id').executeTakeFirstOrThrow()).id,
      description: 'Her heating broke down.',
      ...aPerson(),
    };
    const { createNomination } = await import('#contract/vetting/nominations.ts');
    const first = await testApp.call(createNomination, { body, idempotencyKey: key });
    const again = await testApp.call(createNomination, { body, idempotencyKey: key });
    expect(again.body).toEqual(first.body);
    const { response } = await testApp.db
      .selectFrom('idempotencyKeys')
      .select('response')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(response)).not.toContain(tokenIn(first.body.trackingUrl));
  });

  test('the list finds a nomination by its reference, however it is typed', async () => {
    const { id, reference } = await aTrackedNomination(testApp);
    const cookie = await signIn(testApp);
    for (const typed of [
      reference,
      reference.toLowerCase().replace('-', ' '),
      reference.replace('-', ''),
    ]) {
      const { body } = await testApp.call(listNominations, { cookie, query: { id: typed } });
      expect(body.map((row) => row.id)).toEqual([id]);
    }
  });

  test('a new link goes to the nominator and ends the earlier ones', async () => {
    const { id, reference, token, person } = await aTrackedNomination(testApp);
    const cookie = await signIn(testApp);
    expect((await testApp.call(sendTrackingLink, { cookie, params: { id } })).status).toBe(200);
    const mail = await testApp.inbox.waitFor(person.email, 'Your link to your nomination');
    for (const text of ['Maria', person.firstName, 'heating'])
      expect(mail.text).not.toContain(text);
    expect(mail.text).toContain(reference);
    expect(await open(token)).toMatchObject({ status: 400, error: { code: 'invalid_token' } });
    expect((await open(tokenIn(mail.text))).body.reference).toBe(reference);
    expect((await trail(testApp, { subjectId: id })).map(({ action }) => action)).toContain(
      'nomination.link_sent',
    );
  });

  test('a nomination of before gets its first link that way', async () => {
    const person = aPerson();
    const id = await aNomination(testApp, { person });
    await testApp.db.deleteFrom('trackingLinks').where('nominationId', '=', id).execute();
    const cookie = await signIn(testApp);
    await testApp.call(sendTrackingLink, { cookie, params: { id } });
    const mail = await testApp.inbox.waitFor(person.email, 'Your link to your nomination');
    expect((await open(tokenIn(mail.text))).status).toBe(200);
  });

  test('somebody who lost the email gets a link to each of their nominations, and no other ends', async () => {
    const first = await aTrackedNomination(testApp);
    const upperCase = first.person.email.replace('grace', 'GRACE');
    const second = await aTrackedNomination(testApp, { email: upperCase });
    const { reference: foreign } = await aTrackedNomination(testApp);
    expect((await request(first.person.email)).status).toBe(200);
    const mail = await testApp.inbox.waitFor(upperCase, 'The links to your nominations');
    for (const text of ['Maria', first.person.firstName, 'heating', foreign]) {
      expect(mail.text).not.toContain(text);
    }
    expect(mail.text).not.toContain('These are your latest');
    const tokens = [...(mail.text ?? '').matchAll(/nomination#([\w-]+)/g)].map(
      ([, token]) => token,
    );
    const opened = await Promise.all(tokens.map((token) => open(token ?? '')));
    expect(opened.map(({ body }) => body.reference)).toEqual([second.reference, first.reference]);
    for (const { token } of [first, second]) expect((await open(token)).status).toBe(200);
  });

  test('the email says so if there are more nominations than links in it', async () => {
    const person = aPerson();
    for (let count = 0; count < 21; count++) await aNomination(testApp, { person });
    await request(person.email);
    const { text = '' } = await testApp.inbox.waitFor(person.email, 'The links to your');
    expect(text.match(/nomination#/g)).toHaveLength(20);
    expect(text).toContain('These are your latest 20 nominations.');
  });

  test('they are asked for with the same answer and the same work, whatever the address', async () => {
    const { person } = await aTrackedNomination(testApp);
    const unknown = aPerson().email;
    const before = await mailsQueuedFor(testApp, person.email);
    await expectSameWork(
      testApp,
      [person.email, unknown, person.email.toUpperCase()].map((email) => () => request(email)),
      trackingLinksWorker,
    );
    await requestsAreDone(testApp, trackingLinksWorker.queue);
    expect(await mailsQueuedFor(testApp, unknown)).toBe(0);
    expect((await mailsQueuedFor(testApp, person.email)) - before).toBe(2);
  });

  test('one network causes three such mails a day, which keeps nobody on another from them', async () => {
    const { person } = await aTrackedNomination(testApp);
    const before = await mailsQueuedFor(testApp, person.email);
    const mailsAfter = async (...networks: number[]) => {
      for (const network of networks) {
        for (let count = 0; count < 5; count++) {
          expect((await request(person.email, `192.0.2.${network}`)).status).toBe(200);
        }
      }
      await requestsAreDone(testApp, trackingLinksWorker.queue);
      return (await mailsQueuedFor(testApp, person.email)) - before;
    };
    expect(await mailsAfter(1)).toBe(linkRequestsFromNetwork);
    expect(await mailsAfter(2, 3, 4, 5)).toBe(mailsToMailbox['tracking-link']);
  });

  test('an unknown link is refused', async () => {
    expect(await open(newToken())).toMatchObject({ status: 400, error: { code: 'invalid_token' } });
  });
});

describe('the tracking page', () => {
  test('shows exactly what was sent and how far it is', async () => {
    const { token, reference } = await aTrackedNomination(testApp, {
      neededAmount: 45_000,
      urgency: 'weeks',
      nomineeKnows: 'self',
    });
    expect((await open(token)).body).toEqual({
      reference,
      submittedAt: expect.any(String),
      nominee: 'Maria Lopez',
      cause: expect.stringContaining('Cause'),
      description: 'Her heating broke down in the middle of the winter.',
      neededAmount: 45_000,
      urgency: 'weeks',
      state: 'received',
      since: expect.any(String),
      isResting: false,
      waitsForConsent: false,
      otherHelp: '',
      whyDeclined: null,
      appeal: null,
      usualDays: null,
      questions: [],
    });
  });

  test('names neither the nominator nor anybody of the team, whatever happened', async () => {
    const worker = await aTeamMember(testApp, 'case-worker');
    const name = `Xenia${newId().slice(-6)}`;
    await testApp.db
      .updateTable('users')
      .set({ firstName: name })
      .where('id', '=', worker.id)
      .execute();
    const { id, token, person } = await aTrackedNomination(testApp, {
      firstName: 'Nathaniel',
      lastName: 'Nominatorson',
      phone: '555-7788',
      zip: '94110',
    });
    const cookie = await signIn(testApp, worker);
    const body = { questions: ['Who is her landlord?'], dueOn: '2031-05-06' };
    const asked = await testApp.call(askQuestions, { cookie, params: { id }, body });
    const [question] = asked.body;
    expect(question?.askedBy).toContain(name);
    const paper = await aPaper(token, question?.id ?? '');
    const texts = [
      await answer(token, question?.id ?? '', 'A Mr. Miller.', [paper]),
      await open(token),
      await testApp.call(getPaper, { params: { id: paper }, body: { token } }),
    ].map((response) => JSON.stringify(response.body));
    await testApp.call(closeQuestion, { cookie, params: { id: question?.id as never } });
    await decide(testApp, id, 'accept');
    await endGrace(testApp);
    texts.push(JSON.stringify((await open(token)).body));
    for (const text of texts) {
      for (const secret of [
        'Nathaniel',
        'Nominatorson',
        '555-7788',
        '94110',
        person.email,
        name,
        worker.email,
        worker.id,
        id,
        'Grace Hopper bill',
        'originalName',
        'askedBy',
        'pages',
      ]) {
        expect(text).not.toContain(secret);
      }
    }
    expect(Object.keys((await open(token)).body.questions[0] ?? {}).sort()).toEqual([
      'answers',
      'askedAt',
      'dueOn',
      'id',
      'position',
      'state',
      'text',
    ]);
  });

  test('tells a decision once its mail has left, not while it can be undone', async () => {
    const { id, token } = await aTrackedNomination(testApp);
    await decide(testApp, id, 'reject');
    expect(await stateOf(token)).toBe('received');
    await undo(testApp, id);
    expect(await stateOf(token)).toBe('received');
    await decide(testApp, id, 'accept');
    expect(await stateOf(token)).toBe('received');
    await endGrace(testApp);
    const { body } = await open(token);
    expect(body).toMatchObject({ state: 'approved', since: expect.any(String) });
    await decide(testApp, id, 'complete');
    expect(await stateOf(token)).toBe('approved');
    await endGrace(testApp);
    // Nothing was spent, so nobody was helped.
    expect(await stateOf(token)).toBe('not_helped');
    await sql`update nominations set allocated_cents = 500, spent_cents = 500 where id = ${id}`.execute(
      testApp.db,
    );
    expect(await stateOf(token)).toBe('helped');
    await sql`update nominations set allocated_cents = 0, spent_cents = 0 where id = ${id}`.execute(
      testApp.db,
    );
  });

  test('says declined after a rejection', async () => {
    const { id, token } = await aTrackedNomination(testApp);
    await decide(testApp, id, 'reject');
    await endGrace(testApp);
    expect(await stateOf(token)).toBe('declined');
  });

  test('tells a decision of long ago, whose moment nobody noted', async () => {
    const { id, token } = await aTrackedNomination(testApp);
    await decide(testApp, id, 'reject');
    await endDecisions(testApp, id);
    expect((await open(token)).body).toMatchObject({ state: 'declined', since: null });
  });

  test('says how long it took only where those who still wait allow it', async () => {
    const { token } = await aTrackedNomination(testApp);
    const usualDays = async () => (await open(token)).body.usualDays;
    const ids: NominationId[] = [];
    for (let index = 0; index < 31; index++) ids.push(await aNomination(testApp));
    const [quick = '' as NominationId, ...waiting] = ids;
    // All others of this file are out of the way.
    await sql`update nominations set created_at = now() - interval '14 months', erased_at = now()
      where not id = any(${ids})`.execute(testApp.db);
    await sql`update nominations set created_at = now() - interval '14 months'
      where id = any(${waiting})`.execute(testApp.db);
    await decide(testApp, quick, 'accept');
    expect(await usualDays()).toBeNull();
    // Half of them, after 100 hours.
    const decided = waiting.slice(0, 15);
    for (const id of decided) await decide(testApp, id, 'reject');
    await sql`update nominations set created_at = now() - interval '100 hours'
      where id = any(${decided})`.execute(testApp.db);
    expect(await usualDays()).toBe(5);
    // An undone decision has not ended the wait.
    await undo(testApp, quick);
    expect(await usualDays()).toBeNull();
  });
});

describe('checking', () => {
  test('is noted once, and the nominator reads it', async () => {
    const { id, token } = await aTrackedNomination(testApp);
    const cookie = await signIn(testApp);
    const first = await testApp.call(startChecking, { cookie, params: { id } });
    expect(first).toMatchObject({ status: 200, body: { vettingState: 'checking' } });
    expect(await stateOf(token)).toBe('checking');
    await testApp.call(startChecking, { cookie, params: { id } });
    const actions = (await trail(testApp, { subjectId: id })).map(({ action }) => action);
    expect(actions.filter((action) => action === 'nomination.check_started')).toHaveLength(1);
  });

  test('the list is filtered by it, and shows pending ones only', async () => {
    const { id } = await anAskedNomination(testApp);
    const decided = await anAskedNomination(testApp);
    await decide(testApp, decided.id, 'accept');
    const cookie = await signIn(testApp);
    const { body } = await testApp.call(listNominations, {
      cookie,
      query: { vettingState: 'asked' },
    });
    const found = body.map((row) => row.id);
    expect(found).toContain(id);
    expect(found).not.toContain(decided.id);
  });

  test('is refused after a decision', async () => {
    const { id } = await aTrackedNomination(testApp);
    await decide(testApp, id, 'reject');
    const cookie = await signIn(testApp);
    const refused = { status: 409, error: { code: 'nomination_decided' } };
    expect(await testApp.call(startChecking, { cookie, params: { id } })).toMatchObject(refused);
    expect(await ask(testApp, id, 'Why?')).toMatchObject(refused);
  });
});

describe('asking', () => {
  test('mails the nominator a link, without a word of the question or the nomination', async () => {
    const { id, token, person, reference } = await aTrackedNomination(testApp);
    const cookie = await signIn(testApp);
    const body = { questions: ['Is Maria at home?', 'Who repairs it?'], dueOn: '2031-05-06' };
    const { status } = await testApp.call(askQuestions, { cookie, params: { id }, body });
    expect(status).toBe(201);
    const mail = await testApp.inbox.waitFor(person.email, '2 questions about your nomination');
    expect(mail.text).toContain('05/06/2031');
    const content = `${mail.subject} ${mail.text} ${mail.html}`;
    for (const text of ['Maria', 'Lopez', 'heating', 'repairs', person.firstName]) {
      expect(content).not.toContain(text);
    }
    const fresh = tokenIn(mail.text);
    expect(fresh).not.toBe(token);
    for (const each of [token, fresh]) {
      expect((await open(each)).body).toMatchObject({
        reference,
        state: 'question',
        questions: [
          { position: 2, text: 'Who repairs it?', state: 'open', answers: [] },
          { position: 1, text: 'Is Maria at home?', dueOn: '2031-05-06' },
        ],
      });
    }
  });

  test('takes at least one question and not too many', async () => {
    const { id } = await aTrackedNomination(testApp);
    for (const questions of [
      [],
      [' '],
      Array.from({ length: maxQuestionsAtOnce + 1 }, () => 'Why?'),
    ]) {
      expect((await ask(testApp, id, ...questions)).status).toBe(400);
    }
  });

  test('takes the right to decide; reading takes the right to read', async () => {
    const { id, questionId } = await anAskedNomination(testApp);
    const read = async (role: 'auditor' | 'publisher') =>
      testApp.call(listQuestions, {
        cookie: await signIn(testApp, await aTeamMember(testApp, role)),
        params: { id },
      });
    expect((await read('auditor')).body).toMatchObject([{ id: questionId }]);
    expect(await read('publisher')).toMatchObject({ status: 403 });
  });
});

describe('answering', () => {
  test('is stored, told to the team without a word of it, and shown in the workspace', async () => {
    const { id, reference, token, questionId } = await anAskedNomination(testApp);
    const { body } = await answer(token, questionId, 'A Mr. Miller.');
    expect(body).toMatchObject({
      state: 'checking',
      questions: [{ state: 'open', answers: [{ version: 1, text: 'A Mr. Miller.', papers: [] }] }],
    });
    const asker = await askerOf(id);
    const mail = await testApp.inbox.waitFor(asker, `Answer about nomination ${reference}`);
    expect(mail.text).not.toContain('Miller');
    expect(mail.text).toContain(`http://localhost:3000/admin/nominations/${id}#questions`);
    const cookie = await signIn(testApp);
    const list = await testApp.call(listQuestions, { cookie, params: { id } });
    expect(list.body).toMatchObject([{ answers: [{ text: 'A Mr. Miller.' }] }]);
    const nomination = await testApp.call(getNomination, { cookie, params: { id } });
    expect(nomination.body.vettingState).toBe('answered');
  });

  test('is told to those who work on the nomination, once until somebody of the team has read it', async () => {
    const { id, token, questionId } = await anAskedNomination(testApp);
    const asker = await askerOf(id);
    const [checks, notes, reviews, other] = [
      await aTeamMember(testApp, 'case-worker'),
      await aTeamMember(testApp, 'case-worker'),
      await aTeamMember(testApp, 'case-worker'),
      await aTeamMember(testApp, 'case-worker'),
    ];
    const [point] = await aBegunChecklist(testApp, id);
    if (!point) throw new Error('No point');
    await settlePoint(testApp, checks, id, point);
    await aReview(testApp, id, reviews);
    const note = { id, text: 'A call', mentions: [] };
    await addNominationNote(testApp.db, notes, note, testApp.mailer);
    const teamBefore = await mailsQueuedFor(testApp, teamEmail);
    const counts = () =>
      Promise.all(
        [asker, ...[checks, notes, reviews, other].map(({ email }) => email)].map((address) =>
          mailsQueuedFor(testApp, address),
        ),
      );
    await answer(token, questionId, 'A Mr. Miller.');
    await answer(token, questionId, 'A Mrs. Miller.');
    expect(await counts()).toEqual([1, 1, 1, 1, 0]);
    const cookie = await signIn(testApp, await aTeamMember(testApp, 'case-worker'));
    const { body: questions } = await testApp.call(listQuestions, { cookie, params: { id } });
    const answerId = questions[0]?.answers
      .map((each) => each.id)
      .sort()
      .at(-1);
    if (!answerId) throw new Error('No answer');
    await testApp.call(readAnswers, { cookie, params: { id }, body: { answerId } });
    await testApp.db
      .updateTable('users')
      .set({ roles: ['publisher'] })
      .where('id', '=', checks.id)
      .execute();
    await answer(token, questionId, 'Nobody.');
    expect(await counts()).toEqual([2, 1, 2, 2, 0]);
    expect(await mailsQueuedFor(testApp, teamEmail)).toBe(teamBefore);
  });

  test('goes to the team while nobody works on the nomination anymore', async () => {
    const { id, reference, token, questionId } = await anAskedNomination(testApp);
    await testApp.db
      .updateTable('users')
      .set({ roles: ['viewer'] })
      .where('email', '=', await askerOf(id))
      .execute();
    await answer(token, questionId, 'A Mr. Miller.');
    await testApp.inbox.waitFor(teamEmail, `Answer about nomination ${reference}`);
  });

  test('a link to another nomination does not know the question', async () => {
    const { questionId } = await anAskedNomination(testApp);
    const other = await anAskedNomination(testApp);
    const unknown = await answer(other.token, newId(), 'A Mr. Miller.');
    const foreign = await answer(other.token, questionId, 'A Mr. Miller.');
    expect(foreign.status).toBe(404);
    expect(foreign.error.message).toBe(unknown.error.message);
  });

  test('works while a decision can be undone, and ends when the nominator is told', async () => {
    const { id, token, questionId } = await anAskedNomination(testApp);
    await decide(testApp, id, 'reject');
    expect((await open(token)).body).toMatchObject({
      state: 'question',
      questions: [{ state: 'open' }],
    });
    expect((await answer(token, questionId, 'It is urgent.')).status).toBe(200);
    await endGrace(testApp);
    expect((await open(token)).body).toMatchObject({
      state: 'declined',
      questions: [{ state: 'decided', answers: [{ text: 'It is urgent.' }] }],
    });
    expect(await answer(token, questionId, 'More.')).toMatchObject({
      status: 409,
      error: { code: 'question_closed' },
    });
  });
});

describe('an answer', () => {
  test('can be corrected until the question is closed; every version stays', async () => {
    const { id, token, questionId } = await anAskedNomination(testApp);
    await answer(token, questionId, 'A Mr. Miller.');
    await answer(token, questionId, 'A Mrs. Miller.');
    // Sent twice, as by a double click.
    await answer(token, questionId, 'A Mrs. Miller.');
    const cookie = await signIn(testApp);
    const closed = await testApp.call(closeQuestion, { cookie, params: { id: questionId } });
    expect(closed.body).toMatchObject([
      {
        state: 'closed',
        answers: [
          { version: 2, text: 'A Mrs. Miller.' },
          { version: 1, text: 'A Mr. Miller.' },
        ],
      },
    ]);
    expect(await answer(token, questionId, 'A Ms. Miller.')).toMatchObject({
      status: 409,
      error: { code: 'question_closed' },
    });
    expect(await testApp.call(closeQuestion, { cookie, params: { id: questionId } })).toMatchObject(
      {
        status: 409,
        error: { code: 'question_closed' },
      },
    );
    await expect(
      sql`update answers set text = 'Nobody' where question_id = ${questionId}`.execute(testApp.db),
    ).rejects.toThrow('an answer is never changed');
    expect((await trail(testApp, { subjectId: id })).map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'nomination.questions_asked',
        'nomination.question_answered',
        'nomination.question_closed',
      ]),
    );
  });

  test('has a limit of versions', async () => {
    const { token, questionId } = await anAskedNomination(testApp);
    await sql`insert into answers (id, question_id, version, text)
      select gen_random_uuid(), ${questionId}, n, 'Answer ' || n from generate_series(1, ${maxVersionsPerAnswer}) n`.execute(
      testApp.db,
    );
    expect(await answer(token, questionId, 'One more.')).toMatchObject({
      status: 409,
      error: { code: 'too_many_answers' },
    });
  });
});

describe('papers', () => {
  test('belong to an answer, are seen by who may read nominations, and are no files of the public page', async () => {
    const { id, token, questionId } = await anAskedNomination(testApp);
    const paper = await aPaper(token, questionId);
    const second = await upload(token, questionId, await pdf(['A letter']), 'letter.pdf');
    const papers = [paper, (second as unknown as { id: FileId }).id];
    const { body } = await answer(token, questionId, 'Here it is.', papers);
    expect(body.questions[0]?.answers[0]?.papers).toMatchObject([
      { id: papers[0], isPicture: true },
      { id: papers[1], isPicture: false },
    ]);
    const worker = await signIn(testApp, await aTeamMember(testApp, 'case-worker'));
    const pages = await vi.waitFor(
      async () => {
        const list = await testApp.call(listQuestions, { cookie: worker, params: { id } });
        const stored = list.body[0]?.answers[0]?.papers ?? [];
        expect(stored.map(({ state }) => state)).toEqual(['ready', 'ready']);
        return stored;
      },
      { timeout: 60_000 },
    );
    expect(pages[0]).toMatchObject({
      originalName: 'Grace Hopper bill.jpg',
      pages: [expect.any(String)],
    });
    const publisher = await signIn(testApp, await aTeamMember(testApp, 'publisher'));
    const get = async (url: string, cookie: string) =>
      (await testApp.request({ method: 'GET', url, headers: { cookie } })).statusCode;
    const key = pages[0]?.pages[0] ?? '';
    expect(await get(paperPagePath(paper, key), worker)).toBe(200);
    expect(await get(paperOriginalPath(paper), worker)).toBe(200);
    expect(await get(paperPagePath(paper, key), publisher)).toBe(403);
    expect(await get(paperOriginalPath(paper), publisher)).toBe(403);
    // The calls about files do not know of it, nor does the public.
    expect(await get(originalPath(paper), worker)).toBe(404);
    expect(await get(`/files/${key}`, worker)).toBe(404);
    expect((await testApp.call(listFiles, { cookie: worker, params: { id } })).body).toEqual([]);
    await expect(
      sql`update files set is_published = true where id = ${paper}`.execute(testApp.db),
    ).rejects.toThrow('files_papers_stay_private');
  });

  test('can be all that a correction changes', async () => {
    const { token, questionId } = await anAskedNomination(testApp);
    await answer(token, questionId, 'Here it is.');
    const papers = [await aPaper(token, questionId)];
    const { body } = await answer(token, questionId, 'Here it is.', papers);
    expect(body.questions[0]?.answers).toMatchObject([
      { version: 2, papers: papers.map((id) => ({ id })) },
      { version: 1, papers: [] },
    ]);
  });

  test('take an open question, and a link to the same nomination', async () => {
    const { token, questionId } = await anAskedNomination(testApp);
    const other = await anAskedNomination(testApp);
    const paper = await aPaper(token, questionId);
    expect((await upload(other.token, questionId, Buffer.alloc(10))).status).toBe(404);
    expect((await send(other.token, paper, Buffer.alloc(10))).status).toBe(404);
    expect((await send(newToken(), paper, Buffer.alloc(10))).status).toBe(400);
    expect(await answer(other.token, other.questionId, 'Mine.', [paper])).toMatchObject({
      status: 409,
      error: { code: 'file_unusable' },
    });
    const cookie = await signIn(testApp);
    await testApp.call(closeQuestion, { cookie, params: { id: questionId } });
    expect(await upload(token, questionId, Buffer.alloc(10))).toMatchObject({
      status: 409,
      error: { code: 'question_closed' },
    });
  });

  test('are pictures and PDFs, of limited size and number', async () => {
    const { id, token, questionId } = await anAskedNomination(testApp);
    expect(await upload(token, questionId, Buffer.alloc(5_000, 'text'))).toMatchObject({
      status: 415,
    });
    const body = { token, questionId, bytes: 16 * 1024 * 1024 };
    expect((await testApp.call(createPaper, { body })).status).toBe(400);
    const tooMany = Array.from({ length: maxPapersPerAnswer + 1 }, () => newId<FileId>());
    expect((await answer(token, questionId, 'All of them.', tooMany)).status).toBe(400);
    await sql`insert into files (id, nomination_id, kind, bytes) select gen_random_uuid(), ${id}, 'paper', 10
      from generate_series(1, ${maxPapersPerNomination})`.execute(testApp.db);
    expect(await upload(token, questionId, Buffer.alloc(10))).toMatchObject({
      status: 409,
      error: { code: 'too_many_files' },
    });
  });

  test('that no answer took are deleted after a day, and others stay', async () => {
    const { token, questionId } = await anAskedNomination(testApp);
    const [kept, left] = [await aPaper(token, questionId), await aPaper(token, questionId)];
    await answer(token, questionId, 'Here it is.', [kept]);
    await sql`update files set created_at = created_at - interval '21 hours' where id in (${kept}, ${left})`.execute(
      testApp.db,
    );
    await sweepFiles(testApp.db, testApp.storage, testApp.mailer);
    const look = (id: FileId) => testApp.call(getPaper, { params: { id }, body: { token } });
    expect((await look(kept)).status).toBe(200);
    expect((await look(left)).status).toBe(404);
  });
});

describe('without an answer', () => {
  const followUp = () => followUpQuestions(testApp.db, testApp.mailer);

  test('the nominator is reminded after 3 and 7 days, once each', async () => {
    const { id, person, token, questionId } = await anAskedNomination(testApp);
    const sent = async () => {
      await followUp();
      return mailsQueuedFor(testApp, person.email);
    };
    const before = await mailsQueuedFor(testApp, person.email);
    expect(await sent()).toBe(before);
    await letDaysPass(testApp, id, 3);
    expect(await sent()).toBe(before + 1);
    expect(await sent()).toBe(before + 1);
    await letDaysPass(testApp, id, 4);
    expect(await sent()).toBe(before + 2);
    await letDaysPass(testApp, id, 4);
    expect(await sent()).toBe(before + 2);
    const mail = await testApp.inbox.waitFor(person.email, 'Reminder: your nomination');
    expect(mail.text).not.toContain('landlord');
    expect((await open(tokenIn(mail.text))).body.questions[0]?.id).toBe(questionId);
    expect(await stateOf(token)).toBe('question');
  });

  test('nobody is reminded of a question that has an answer, is closed, or was decided about', async () => {
    const answered = await anAskedNomination(testApp);
    await answer(answered.token, answered.questionId, 'A Mr. Miller.');
    const closed = await anAskedNomination(testApp);
    const cookie = await signIn(testApp);
    await testApp.call(closeQuestion, { cookie, params: { id: closed.questionId } });
    const decided = await anAskedNomination(testApp);
    await decide(testApp, decided.id, 'accept');
    for (const { id } of [answered, closed, decided]) await letDaysPass(testApp, id, 40);
    const all = [answered, closed, decided];
    const count = () => Promise.all(all.map(({ person }) => mailsQueuedFor(testApp, person.email)));
    const before = await count();
    await followUp();
    expect(await count()).toEqual(before);
  });

  test('it rests after 30 days, is not declined, and an answer wakes it up', async () => {
    const { id, person, token, questionId } = await anAskedNomination(testApp);
    await ask(testApp, id, 'Since when?');
    await letDaysPass(testApp, id, 31);
    await followUp();
    await testApp.inbox.waitFor(person.email, 'rests until you answer');
    const cookie = await signIn(testApp);
    const look = async () => (await testApp.call(getNomination, { cookie, params: { id } })).body;
    expect(await look()).toMatchObject({ vettingState: 'dormant', isRejected: false });
    expect((await open(token)).body).toMatchObject({ state: 'question', isResting: true });
    const before = await mailsQueuedFor(testApp, person.email);
    await followUp();
    expect(await mailsQueuedFor(testApp, person.email)).toBe(before);
    await answer(token, questionId, 'A Mr. Miller.');
    // The other question still waits, and its month begins anew.
    expect(await look()).toMatchObject({ vettingState: 'asked' });
    expect((await open(token)).body.isResting).toBe(false);
    await followUp();
    expect(await look()).toMatchObject({ vettingState: 'asked' });
  });

  test('closing one of several questions does not wake it up', async () => {
    const { id, questionId } = await anAskedNomination(testApp);
    await ask(testApp, id, 'Since when?');
    await letDaysPass(testApp, id, 31);
    await followUp();
    const cookie = await signIn(testApp);
    await testApp.call(closeQuestion, { cookie, params: { id: questionId } });
    const { body } = await testApp.call(getNomination, { cookie, params: { id } });
    expect(body.vettingState).toBe('dormant');
  });
});

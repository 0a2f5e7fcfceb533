import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { vi } from 'vitest';
import type { DonationId, NominationId } from '#contract/ids.ts';
import { sendContactMessage } from '#contract/publishing/contact.ts';
import { proposeCorrection } from '#contract/vetting/consent-page.ts';
import { updateNomination } from '#contract/vetting/nominations.ts';
import { createPaper, uploadPaperContent } from '#contract/vetting/papers.ts';
import {
  answerQuestion,
  sendAppeal,
  trackingTokenHeader,
} from '#contract/vetting/tracking-page.ts';
import { addNote } from '#server/donors/donors/commands.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { sendDonorLink } from '#server/publishing/donor-page/commands.ts';
import { setWantsUpdates } from '#server/publishing/subscriptions/commands.ts';
import { recordHours } from '#server/volunteers/record-hours.ts';
import { sendThanks } from '#server/volunteers/send-thanks.ts';
import type { TestApp } from '#test/support/app.ts';
import { answer as answerAsNominee, askNominee } from '#test/support/consents.ts';
import { aCause, aDonation, anAdministrator, aRefund, signIn } from '#test/support/factories.ts';
import { picture } from '#test/support/sample-files.ts';
import { ask, aTrackedNomination } from '#test/support/tracking.ts';
import { aFollower } from '#test/support/updates.ts';
import { aBegunChecklist, aNominationNote, aReview, settlePoint } from '#test/support/vetting.ts';
import { aVolunteer } from '#test/support/volunteers.ts';

/** Somebody with a text of their own in every field that the site lets them fill in. */
export interface MarkedPerson {
  email: string;
  /** What must be nowhere once they are erased. */
  marks: string[];
  /** Those of them that are about the nominee alone, and none of the nominator's business. */
  marksOfNominee: string[];
  donationId: DonationId;
  nominationId: NominationId;
}

/** A person who donated, nominated, answered, sent a paper, follows, wrote to us, and whom the team wrote about. */
export async function aMarkedPerson(testApp: TestApp): Promise<MarkedPerson> {
  const { db, mailer } = testApp;
  const actor = await anAdministrator(testApp);
  // Digits, because nothing else is taken for a telephone number.
  const tail = String(Number.parseInt(newId().slice(-8), 16))
    .padStart(8, '0')
    .slice(-8);
  const marks: string[] = [];
  const marksOfNominee: string[] = [];
  const markOfNominee = (name: string) => {
    marksOfNominee.push(`${name}${tail}`);
    return mark(name);
  };
  const mark = (name: string) => {
    marks.push(`${name}${tail}`);
    return `${name}${tail}`;
  };
  const email = `${mark('mailbox')}@example.com`;
  const person = {
    firstName: mark('Gisela'),
    lastName: mark('Kowalczyk'),
    email,
    phone: mark('0170-'),
    zip: mark('Z'),
  };
  const donationId = await aDonation(testApp, {
    person,
    description: `For ${mark('grandmother')}`,
    isAvailableToVolunteerTime: true,
  });
  const { donorId } = await db
    .selectFrom('donations')
    .select('donorId')
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow();
  const other = { ...person, firstName: mark('Gerda'), phone: mark('0171-'), zip: mark('Y') };
  const { id: nominationId, token } = await aTrackedNomination(testApp, {
    ...other,
    nominee: `${mark('Herbert')} ${mark('Nowak')}`,
    description: `He is my ${mark('neighbor')}`,
  });
  const { body: questions } = await ask(testApp, nominationId, `Does he like ${mark('borscht')}?`);
  const questionId = questions[0]?.id ?? newId();
  const paper = await picture();
  const created = await testApp.call(createPaper, {
    body: { token, questionId, bytes: paper.length, originalName: `${mark('invoice')}.jpg` },
  });
  await testApp.request({
    method: 'POST',
    url: uploadPaperContent.path.replace(':id', created.body.id),
    headers: {
      'content-type': 'application/octet-stream',
      'upload-offset': '0',
      [trackingTokenHeader]: token,
    },
    payload: paper,
  });
  // Until then, its bytes are in pieces.
  await vi.waitFor(
    async () => {
      const file = await db
        .selectFrom('files')
        .select('state')
        .where('id', '=', created.body.id)
        .executeTakeFirstOrThrow();
      if (file.state !== 'ready') throw new Error(`The paper is ${file.state}.`);
    },
    { timeout: 60_000 },
  );
  await testApp.call(answerQuestion, {
    body: { token, questionId, text: `Only with ${mark('dill')}`, papers: [created.body.id] },
  });
  await testApp.call(sendContactMessage, { body: { email, message: `I am ${mark('sad')}` } });
  await addNote(db, actor, { id: donorId, text: `Likes ${mark('tea')}` }, null);
  await sendDonorLink(db, { email }, mailer);
  await db.transaction().execute((trx) => setWantsUpdates(trx, email, false));
  await aFollower(testApp, nominationId, email);
  await sql`insert into unsubscribe_links (token_hash, email) values (sha256(convert_to(${email}::text, 'utf8')), ${email})`.execute(
    db,
  );
  await writeAboutThem(testApp, person, donationId);
  await checkThem(testApp, nominationId, markOfNominee);
  await appealForThem(testApp, other, mark, markOfNominee);
  await thankThem(testApp, person, mark);
  // Somebody else has the same cause and the same day, and loses nothing.
  await aDonation(testApp, { causeId: (await aCause(testApp)).id });
  return { email, marks, marksOfNominee, donationId, nominationId };
}

type Mark = (name: string) => string;

/** What the team finds out about a nominee, and what the nominee says. */
async function checkThem(testApp: TestApp, id: NominationId, mark: Mark): Promise<void> {
  const actor = await anAdministrator(testApp);
  const [point] = await aBegunChecklist(testApp, id);
  if (!point) throw new Error('No point');
  await settlePoint(testApp, actor, id, point, { proof: `Saw the ${mark('lease')}` });
  await aReview(testApp, id, undefined, 'for', `I trust the ${mark('baker')}`);
  await aNominationNote(testApp, id, `Called the ${mark('sister')}`);
  const link = await askNominee(testApp, id);
  const said = { givenBy: mark('Hedwig'), relation: 'guardian', relationText: mark('aunt') };
  await answerAsNominee(testApp, link, said);
  await testApp.call(proposeCorrection, {
    body: { token: link, text: `His street is ${mark('Elm')}` },
  });
}

/** A nomination that was rejected, with an appeal. */
async function appealForThem(
  testApp: TestApp,
  person: object,
  mark: Mark,
  markOfNominee: Mark,
): Promise<void> {
  const { id, token } = await aTrackedNomination(testApp, {
    ...person,
    nominee: `${mark('Ottilie')} ${mark('Brandt')}`,
  });
  await testApp.call(updateNomination, {
    cookie: await signIn(testApp),
    params: { id },
    body: {
      isRejected: true,
      letter: `Dear ${mark('friend')}`,
      note: `As for ${markOfNominee('rent')}`,
    },
  });
  await sql`update nomination_decisions set mail_left_at = now() where nomination_id = ${id}`.execute(
    testApp.db,
  );
  await testApp.call(sendAppeal, {
    body: { token, text: `She owes ${mark('months')}`, papers: [] },
  });
}

/** Hours of their time, and thanks for them. */
async function thankThem(
  testApp: TestApp,
  person: { firstName: string; lastName: string; email: string; phone: string; zip: string },
  mark: Mark,
): Promise<void> {
  const { db, settings, mailer } = testApp;
  const actor = await anAdministrator(testApp);
  const id = await aVolunteer(testApp, { ...person, email: `${newId()}@example.com` });
  await db
    .updateTable('volunteerOffers')
    .set({ notes: `Brings ${mark('tools')}`, firstName: mark('Gisi') })
    .where('id', '=', id)
    .execute();
  // The same person: what they said by phone belongs to the address that they donated with.
  await db
    .updateTable('volunteerOffers')
    .set({ email: person.email })
    .where('id', '=', id)
    .execute();
  const work = { day: '2026-01-02', minutes: 60, what: `Drove ${mark('Otto')}` };
  const hours = { id, ...work, isConfirmed: true, nominationId: null };
  await recordHours(db, actor, hours, null, settings);
  await sendThanks(db, actor, { id, text: `Dear ${mark('helper')}`, isAgain: false }, mailer);
}

/** What the team and programs may have written about somebody, in texts of their own. */
async function writeAboutThem(
  testApp: TestApp,
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
  donationId: DonationId,
): Promise<void> {
  const { db } = testApp;
  const name = `${firstName} ${lastName}`;
  await db.transaction().execute(async (trx) => {
    await recordAudit(trx, {
      actor: 'system',
      action: 'export.requested',
      subjectId: newId(),
      after: { filter: `Search: ${email}` },
      reason: `${name.toUpperCase()} asked for it`,
    });
  });
  await sql`insert into alerts (id, key, title, message, path)
    values (${newId()}, ${newId()}, ${`About ${name}`}, ${`Write to ${email}.`}, '/admin')`.execute(
    db,
  );
  const mail = { to: email, subject: `Thank you, ${name}`, text: name, html: name, messageId: 'x' };
  await sql`insert into dead_mails (id, mail, error, tries)
    values (${newId()}, ${JSON.stringify(mail)}::jsonb, ${`<${email}>: unknown`}, 1)`.execute(db);
  await aRefund(testApp, donationId, {
    amountCents: 100,
    status: 'failed',
    failedAt: new Date().toISOString(),
    reason: `${name} asked`,
    refusal: `no account of ${name}`,
  });
}

/** Which of these texts are anywhere: in a row of any table, the queue included, or in a file of the data folder. */
export async function findMarks(
  db: Db,
  dataDir: string | null,
  marks: string[],
): Promise<string[]> {
  const found: string[] = [];
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss')`.execute(db);
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(found_row)::text as row from ${sql.raw(name)} as found_row`.execute(db);
    for (const { row } of rows) note(name, row.toLowerCase());
  }
  for (const path of dataDir === null ? [] : await filesIn(dataDir)) {
    note(path, path.toLowerCase());
    note(path, (await readFile(path)).toString('latin1').toLowerCase());
  }
  return [...new Set(found)].sort();

  function note(place: string, text: string): void {
    for (const mark of marks) {
      if (text.includes(mark.toLowerCase())) found.push(`${mark} in ${place}`);
    }
  }
}

/**
 * Without the folder that stands for everybody's mailboxes, because what has left cannot be erased, and without the files
 * of the embedded database, which reuses the space of what was deleted only later (decision 0030).
 */
async function filesIn(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) =>
      ['mail', 'database'].every((folder) => !path.startsWith(join(dataDir, folder))),
    );
}

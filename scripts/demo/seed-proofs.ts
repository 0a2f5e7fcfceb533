import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { FileId, NominationId } from '#contract/ids.ts';
import type { FileKind, Redaction } from '#contract/publishing/files.ts';
import { formatDay } from '#core/platform/dates.ts';
import { sumCents } from '#core/platform/money.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import * as files from '#server/publishing/files/commands.ts';
import { publish, savePublicPage } from '#server/publishing/public-pages/commands.ts';
import { createUpdate, publishUpdate } from '#server/publishing/updates/commands.ts';
import { appendContent, createFile } from '#server/publishing/uploads/commands.ts';
import { recordExpense } from '#server/spending/expenses/record-expense.ts';
import { releaseLeftovers } from '#server/spending/expenses/release-leftovers.ts';
import type { RunningServer } from '#server/start.ts';
import { centsOf, inBookCurrency } from './amounts.ts';
import { backdate, backdateLedger, moment } from './backdate.ts';
import { receiptPdf, receiptPicture } from './draw-receipts.ts';
import { drawScene } from './draw-scenes.ts';
import type { PaymentStory, ProofStory } from './proofs.ts';
import type { UpdateStory } from './updates.ts';

type Site = RunningServer & { team: TeamMember; say: (sentence: string) => void };

/** A need of the story in the database, by its nominee. */
export type Needs = Map<string, { id: NominationId; allocatedDaysAgo: number }>;

interface Prepared {
  story: ProofStory;
  nominationId: NominationId;
  payments: { story: PaymentStory; daysAgo: number; receiptId: FileId; redactions: Redaction[] }[];
  photoIds: FileId[];
  videoId: FileId | null;
}

/** Spends the allocated money of the needs, with receipts, photos, and films, and publishes it. */
export async function seedProofs(
  site: Site,
  needs: Needs,
  proofs: ProofStory[],
  updates: UpdateStory[],
): Promise<void> {
  const { db } = site.connection;
  site.say('Drawing receipts and photos …');
  const prepared: Prepared[] = [];
  for (const story of inBookCurrency(proofs)) {
    const need = needs.get(story.nominee);
    if (!need) throw new Error(`Nobody nominated ${story.nominee}`);
    prepared.push(await uploadAll(site, story, need));
  }
  await allReady(site, 'Their copies are made');
  for (const need of prepared) await spend(site, need);
  for (const { receiptId: id, redactions, story } of prepared.flatMap((need) => need.payments)) {
    if (!story.isUnpublished) {
      await files.redactFile(db, site.team, { id, redactions }, site.boss);
    }
  }
  await allReady(site, 'Private parts of receipts are blacked out');
  for (const need of prepared) await show(site, need);
  for (const update of inBookCurrency(updates)) await tellDonors(site, prepared, update);
}

/** Creates and publishes an update. Its mails are sent immediately, into the mail folder of the demo. */
async function tellDonors(
  { connection: { db }, boss, team }: Site,
  prepared: Prepared[],
  { nominee, daysAgo, ...words }: UpdateStory,
): Promise<void> {
  const need = prepared.find(({ story }) => story.nominee === nominee);
  if (!need) throw new Error(`Nothing was done for ${nominee}`);
  const { nominationId, payments, photoIds, videoId } = need;
  const receiptIds = payments.map(({ receiptId }) => receiptId);
  const fileIds = [...photoIds, ...(videoId === null ? [] : [videoId]), ...receiptIds];
  const { id } = await createUpdate(db, team, { nominationId, fileIds, ...words }, null);
  await publishUpdate(db, boss, team, id);
  await db
    .updateTable('updates')
    .set({ publishedAt: moment(daysAgo) })
    .where('id', '=', id)
    .execute();
  await backdate(db, 'updates.created_at', id, daysAgo);
}

async function uploadAll(
  site: Site,
  story: ProofStory,
  { id: nominationId, allocatedDaysAgo }: { id: NominationId; allocatedDaysAgo: number },
): Promise<Prepared> {
  const prepared: Prepared = { story, nominationId, payments: [], photoIds: [], videoId: null };
  for (const payment of story.payments) {
    const daysAgo = Math.min(payment.daysAgo, allocatedDaysAgo);
    const { content, redactions } = await drawReceipt(payment, daysAgo);
    const originalName = `${payment.payee}.${payment.as === 'pdf' ? 'pdf' : 'jpg'}`;
    const receiptId = await upload(site, {
      nominationId,
      kind: 'receipt',
      content,
      originalName,
    });
    prepared.payments.push({ story: payment, daysAgo, receiptId, redactions });
  }
  for (const [index, { scene }] of (story.photos ?? []).entries()) {
    const photo = {
      nominationId,
      kind: 'photo',
      content: await drawScene(scene),
      originalName: `IMG_${1_201 + index}.jpg`,
    } as const;
    prepared.photoIds.push(await upload(site, photo));
  }
  if (story.film) {
    const { path, scene } = story.film;
    const content = await readFile(new URL(`./media/${path}`, import.meta.url));
    const originalName = 'Film.mp4';
    const stillOf = await upload(site, { nominationId, kind: 'video', content, originalName });
    const still = {
      nominationId,
      kind: 'photo',
      content: await drawScene(scene),
    } as const;
    await upload(site, { ...still, stillOf });
    prepared.videoId = stillOf;
  }
  return prepared;
}

function drawReceipt(payment: PaymentStory, daysAgo: number) {
  const { payee, address, receiptKind, as, customer, number, items } = payment;
  const draw = as === 'pdf' ? receiptPdf : receiptPicture;
  return draw({
    payee,
    address,
    title: { vendor_receipt: 'Receipt', statement: 'Statement', organiser_note: 'Note' }[
      receiptKind
    ],
    date: formatDay(moment(daysAgo).slice(0, 10)),
    people: [
      { label: 'Customer', text: customer, isPrivate: true },
      { label: 'Number', text: number, isPrivate: true },
      { label: 'Paid by', text: 'Everycent' },
    ],
    items,
    end: 'Thank you.',
  });
}

interface Upload {
  nominationId: NominationId;
  kind: FileKind;
  content: Buffer;
  stillOf?: FileId;
  originalName?: string;
}

async function upload(site: Site, { content, ...input }: Upload): Promise<FileId> {
  const { db } = site.connection;
  const bytes = content.length;
  const quota = site.mailer.config.filesQuotaBytes;
  const { id } = await createFile(db, site.team, { ...input, bytes }, quota);
  const chunk = { id, isPaper: false, offset: 0, length: bytes, content: Readable.from(content) };
  await appendContent(db, site.storage, site.boss, chunk, async () => {});
  return id;
}

/** Waits until the server has processed the files. */
async function allReady({ connection: { db }, say }: Site, what: string): Promise<void> {
  let told = Date.now();
  for (;;) {
    const rows = await db.selectFrom('files').select(['state', 'failure']).execute();
    const failed = rows.find(({ state }) => state === 'failed');
    if (failed) throw new Error(`A file could not be used: ${failed.failure}`);
    const open = rows.filter(({ state }) => state !== 'ready').length;
    if (open === 0) return say(`${what}.`);
    if (Date.now() - told > 5_000) {
      say(`${what}: ${rows.length - open} of ${rows.length} …`);
      told = Date.now();
    }
    await setTimeout(200);
  }
}

async function spend(site: Site, { story, nominationId, payments }: Prepared): Promise<void> {
  const { db } = site.connection;
  for (const { story: payment, daysAgo, receiptId } of payments) {
    const { payee, purpose, receiptKind, items, paysCardCosts = false } = payment;
    const amount = sumCents(items.map(([, dollars]) => centsOf(dollars)));
    const paidOn = moment(daysAgo).slice(0, 10);
    const input = {
      nominationId,
      payee,
      purpose,
      receiptKind,
      amount,
      paidOn,
      paysCardCosts,
      receiptIds: [receiptId],
    };
    const { id } = await recordExpense(db, site.team, input, null);
    await backdate(db, 'expenses.created_at', id, daysAgo);
    await backdateLedger(db, sql`expense_id = ${id}`, daysAgo);
  }
  if (story.released === undefined) return;
  await releaseLeftovers(db, site.team, { nominationId, reason: story.released }, null);
  const entries = sql`nomination_id = ${nominationId} and kind = 'release'`;
  await backdateLedger(db, entries, publishedDaysAgo({ payments }));
}

async function show(site: Site, need: Prepared): Promise<void> {
  const { db } = site.connection;
  const { story, nominationId, payments, photoIds, videoId } = need;
  for (const { receiptId, story: payment } of payments) {
    if (!payment.isUnpublished) await files.publishFile(db, site.team, receiptId);
  }
  for (const [index, id] of photoIds.entries()) await showPicture(site, id, story.photos?.[index]);
  if (videoId !== null) await showPicture(site, videoId, story.film);
  // Only after everything is done: an unfinished upload that seems to be days old would be deleted.
  await sql`update files set created_at = ${moment(lastDay(need))} where nomination_id = ${nominationId}`.execute(
    db,
  );
  if (!story.page) return;
  const coverFileId = photoIds[0] ?? null;
  await savePublicPage(db, site.team, { nominationId, coverFileId, ...story.page });
  await publish(db, site.team, nominationId);
  await db
    .updateTable('publicPages')
    .set({ publishedAt: moment(publishedDaysAgo(need)) })
    .where('nominationId', '=', nominationId)
    .execute();
}

async function showPicture(
  { connection: { db }, team }: Site,
  id: FileId,
  { caption = '', alternativeText = '' }: { caption?: string; alternativeText?: string } = {},
): Promise<void> {
  const consent = {
    consentBy: 'Everybody shown',
    consentScope: 'This website and emails to donors',
  };
  await files.updateFile(db, team, {
    id,
    caption,
    alternativeText,
    ...consent,
    consentUntil: '',
  });
  await files.publishFile(db, team, id);
}

function lastDay({ payments }: Pick<Prepared, 'payments'>): number {
  return Math.min(...payments.map(({ daysAgo }) => daysAgo));
}

function publishedDaysAgo(need: Pick<Prepared, 'payments'>): number {
  return Math.max(lastDay(need) - 1, 0);
}

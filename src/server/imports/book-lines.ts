import { sql } from 'kysely';
import type { DonationId, ImportId, UserId } from '#contract/ids.ts';
import { knownLines } from '#server/imports/check-file.ts';
import {
  bookImportedDonations,
  type DonationToBook,
  lockPaymentsOf,
} from '#server/payments/payments/book-imported-donations.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { ImportedDonation } from '#server/platform/db/column-types.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

// On the embedded database, calls of others wait for a batch: 0.3 s, and 2 s with 250 (`npm run bench -- import 4000 embedded`).
const batchSize = 25;

/**
 * Books the next lines of an import. Returns whether there may be more. A line and its donation are one transaction, so
 * a process that dies has booked a line or has not.
 */
export function bookNextLines(db: Db, id: ImportId, mailer: Mailer): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('imports')
      .select(['causes', 'bookedBy'])
      .where('id', '=', id)
      .where('state', '=', 'booking')
      .forUpdate()
      .$narrowType<{ bookedBy: UserId }>()
      .executeTakeFirst();
    if (!found) return false;
    // One at a time: two files may have the same donation.
    await sql`select pg_advisory_xact_lock(hashtextextended('imports', 0))`.execute(trx);
    const lines = await nextLines(trx, id);
    const [first] = lines;
    const actor = `user:${found.bookedBy}`;
    if (!first) {
      await finish(trx, id, actor);
      return false;
    }
    const payments = await lockPaymentsOf(
      trx,
      lines.map(({ donation }) => donation),
    );
    const known = await knownLines(
      trx,
      first.system,
      lines.map(({ externalId }) => externalId),
    );
    const causes = new Map(found.causes.map(({ value, causeId }) => [value, causeId]));
    const toBook: (DonationToBook & Place)[] = [];
    for (const each of lines) {
      const outcome = outcomeNow(each, known, payments);
      if (outcome !== 'new') {
        await becomes(trx, id, each, outcome);
        continue;
      }
      const { line, part, donation } = each;
      const causeId = causes.get(donation.cause);
      if (!causeId) throw new Error('Every cause was settled when the import began');
      toBook.push({ id: newId<DonationId>(), line, part, causeId, donation });
    }
    if (toBook.length > 0)
      await bookImportedDonations(trx, toBook, { actor, source: `import:${id}` }, mailer);
    await markBooked(trx, id, toBook);
    return true;
  });
}

/** Where a donation stands in its file. */
interface Place {
  line: number;
  /** 1 for the match beside what stands there. */
  part: number;
}

function nextLines(trx: Trx, id: ImportId) {
  return trx
    .selectFrom('importLines')
    .select(['line', 'part', 'system', 'externalId', 'sha256', 'donation'])
    .where('importId', '=', id)
    .where('outcome', '=', 'new')
    .where('donationId', 'is', null)
    .orderBy('line')
    .orderBy('part')
    .limit(batchSize)
    .$narrowType<{ donation: ImportedDonation }>()
    .execute();
}

async function finish(trx: Trx, id: ImportId, actor: string): Promise<void> {
  const { bookedCount, newCents } = await trx
    .updateTable('imports')
    .set((row) => ({ state: 'booked', revision: row('revision', '+', 1) }))
    .where('id', '=', id)
    .returning(['bookedCount', 'newCents'])
    .executeTakeFirstOrThrow();
  await recordAudit(trx, {
    actor,
    action: 'import.finished',
    subjectId: id,
    after: { donations: bookedCount, amount: newCents },
  });
}

/** What a line is by now: it may have been imported or booked since the file was checked. */
function outcomeNow(
  { externalId, sha256, donation }: Awaited<ReturnType<typeof nextLines>>[number],
  known: Map<string, string>,
  payments: Set<string>,
): 'new' | 'known' | 'changed' {
  const before = known.get(externalId);
  if (before !== undefined) return before === sha256 ? 'known' : 'changed';
  const isPaid = donation.paymentIntentId !== null && payments.has(donation.paymentIntentId);
  return isPaid ? 'known' : 'new';
}

async function becomes(
  trx: Trx,
  id: ImportId,
  { line, part }: Place,
  outcome: 'known' | 'changed',
): Promise<void> {
  const { amountCents, spentBeforeCents } = await trx
    .selectFrom('importLines')
    .select(['amountCents', 'spentBeforeCents'])
    .where('importId', '=', id)
    .where('line', '=', line)
    .where('part', '=', part)
    .$narrowType<{ amountCents: number }>()
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('importLines')
    .set({
      outcome,
      donation: null,
      amountCents: null,
      returnedCents: 0,
      spentBeforeCents: 0,
      remark: 'It was imported by another file, or booked, since this one was checked.',
    })
    .where('importId', '=', id)
    .where('line', '=', line)
    .where('part', '=', part)
    .execute();
  await sql`update imports set new_count = new_count - 1, new_cents = new_cents - ${amountCents}::bigint,
    spent_before_cents = spent_before_cents - ${spentBeforeCents}::bigint,
    known_count = known_count + ${outcome === 'known' ? 1 : 0}::int,
    changed_count = changed_count + ${outcome === 'changed' ? 1 : 0}::int where id = ${id}`.execute(
    trx,
  );
}

async function markBooked(
  trx: Trx,
  id: ImportId,
  booked: (Place & { id: DonationId })[],
): Promise<void> {
  for (const { line, part, id: donationId } of booked) {
    await trx
      .updateTable('importLines')
      .set({ donationId, donation: null })
      .where('importId', '=', id)
      .where('line', '=', line)
      .where('part', '=', part)
      .execute();
  }
  await trx
    .updateTable('imports')
    .set((row) => ({ bookedCount: row('bookedCount', '+', booked.length) }))
    .where('id', '=', id)
    .execute();
}

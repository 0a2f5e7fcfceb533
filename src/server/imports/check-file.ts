import { sql } from 'kysely';
import type { ImportId } from '#contract/ids.ts';
import type { ImportMapping } from '#contract/imports/imports.ts';
import { importWarnings, type UsualMoney } from '#core/imports/import-warnings.ts';
import type { LineOutcome } from '#core/imports/imports.ts';
import { bookCurrency, decimalsOf } from '#core/platform/money.ts';
import { fileGone, siteNow } from '#server/imports/policy.ts';
import type { ReadDonation } from '#server/imports/read-donations.ts';
import { readInChild } from '#server/imports/read-in-child.ts';
import { bookedPayments } from '#server/payments/payments/book-imported-donations.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { UnreadableFileError } from '#server/platform/reading/unreadable-file.ts';
import {
  FileMissingError,
  type FileStorage,
  readStored,
} from '#server/platform/storage/storage.ts';

// Each line has twelve parameters, and a statement of PostgreSQL takes at most 65,535. The embedded database answers
// others in between.
const linesAtOnce = 1_000;

/**
 * Reads the file of an import that is being checked, compares it with what is known, and stores what becomes of each
 * line. Whoever begins later wins: another process that is at it stops.
 */
export async function checkFile(
  db: Db,
  id: ImportId,
  { storage, timeZone }: { storage: FileStorage; timeZone: string },
): Promise<void> {
  const begun = await begin(db, id);
  if (!begun) return;
  const { revision, storageKey, mapping, titles } = begun;
  try {
    if (storageKey === null) throw new FileMissingError();
    const bytes = await readStored(storage, storageKey);
    const site = siteNow(timeZone);
    const { lines, ...read } = await readInChild({ bytes, mapping, titles, site });
    const system = mapping.system.toLowerCase();
    const seen = { donations: new Map<string, string>(), payments: new Set<string>() };
    for (let start = 0; start < lines.length; start += linesAtOnce) {
      const part = lines.slice(start, start + linesAtOnce);
      const isOurs = await store(db, id, revision, system, part, seen);
      if (!isOurs) return;
    }
    const donations = lines.flatMap(({ donation, externalId }) =>
      donation ? [{ ...donation, externalId }] : [],
    );
    await finish(db, id, revision, {
      ...read,
      warnings: importWarnings(donations, await usualMoney(db), {
        unit: 10 ** decimalsOf(bookCurrency()),
        hasIds: mapping.idColumn !== null,
        today: site.today,
      }),
    });
  } catch (error) {
    const isMissing = error instanceof FileMissingError;
    if (!(isMissing || error instanceof UnreadableFileError)) throw error;
    const { message } = isMissing ? fileGone() : error;
    await db
      .updateTable('imports')
      .set({ state: 'uploaded', problem: message, revision: revision + 1 })
      .where('id', '=', id)
      .where('revision', '=', revision)
      .execute();
  }
}

/** Takes the work: with another revision, whoever had it before stops. */
function begin(db: Db, id: ImportId) {
  return db.transaction().execute(async (trx) => {
    const begun = await trx
      .updateTable('imports')
      .set((row) => ({ revision: row('revision', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'checking')
      .returning(['revision', 'storageKey', 'mapping', 'titles'])
      .$narrowType<{ mapping: ImportMapping }>()
      .executeTakeFirst();
    if (begun) await trx.deleteFrom('importLines').where('importId', '=', id).execute();
    return begun;
  });
}

async function isStillOurs(trx: Trx, id: ImportId, revision: number): Promise<boolean> {
  const found = await trx
    .selectFrom('imports')
    .select('id')
    .where('id', '=', id)
    .where('revision', '=', revision)
    .forUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

interface Seen {
  /** The hashes of the lines of this file so far that come in, by their IDs. */
  donations: Map<string, string>;
  payments: Set<string>;
}

/** Stores some lines. Returns false if somebody else checks the file now. */
function store(
  db: Db,
  id: ImportId,
  revision: number,
  system: string,
  lines: ReadDonation[],
  seen: Seen,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await isStillOurs(trx, id, revision))) return false;
    const known = await knownLines(
      trx,
      system,
      lines.map(({ externalId }) => externalId),
    );
    const payments = await bookedPayments(
      trx,
      lines.flatMap(({ donation }) => donation?.paymentIntentId ?? []),
    );
    await trx
      .insertInto('importLines')
      .values(
        lines.map((line) => {
          const [outcome, remark] = compare(line, { known, payments, seen });
          const donation = outcome === 'new' ? line.donation : null;
          return {
            importId: id,
            line: line.line,
            part: line.part,
            system,
            externalId: line.externalId,
            outcome,
            remark,
            sha256: line.sha256,
            donation: donation && JSON.stringify(donation),
            amountCents: donation?.amountCents ?? null,
            returnedCents: donation?.returnedCents ?? 0,
            spentBeforeCents: donation?.spentBeforeCents ?? 0,
          };
        }),
      )
      .execute();
    return true;
  });
}

/** The hashes of the lines that are imported, by their IDs. */
export async function knownLines(
  db: Db,
  system: string,
  externalIds: string[],
): Promise<Map<string, string>> {
  const known = await db
    .selectFrom('importLines')
    .select(['externalId', 'sha256'])
    .where('system', '=', system)
    .where('externalId', 'in', externalIds)
    .where('donationId', 'is not', null)
    .where('isTakenBack', '=', false)
    .execute();
  return new Map(known.map(({ externalId, sha256 }) => [externalId, sha256]));
}

/** What becomes of a line next to what is imported already, and to the lines before it. */
function compare(
  { externalId, outcome, remark, sha256, donation }: ReadDonation,
  { known, payments, seen }: { known: Map<string, string>; payments: Set<string>; seen: Seen },
): [LineOutcome, string] {
  const before = known.get(externalId);
  if (before !== undefined) {
    if (before === sha256) return ['known', ''];
    return ['changed', 'It was imported before and says something else now. Nothing is changed.'];
  }
  if (donation === null) return [outcome, remark];
  const twin = seen.donations.get(externalId);
  if (twin !== undefined) {
    return twin === sha256
      ? ['known', 'It stands in this file twice.']
      : ['changed', 'Its ID stands in this file before, with something else.'];
  }
  const { paymentIntentId } = donation;
  if (paymentIntentId !== null) {
    if (payments.has(paymentIntentId)) return ['known', 'Its payment is a donation here already.'];
    if (seen.payments.has(paymentIntentId)) {
      return ['problem', 'Its payment stands in this file before, with another ID.'];
    }
    seen.payments.add(paymentIntentId);
  }
  seen.donations.set(externalId, sha256);
  return [outcome, remark];
}

/** What donations and earlier imports usually come to. */
async function usualMoney(db: Db): Promise<UsualMoney> {
  const { rows } = await sql<UsualMoney>`select
    (select percentile_disc(0.5) within group (order by new_cents) from imports
      where state = 'booked' and new_cents > 0) as import,
    (select percentile_disc(0.5) within group (order by amount_cents) from donations
      where cause_id is not null having count(*) >= 5) as donation`.execute(db);
  const [usual] = rows;
  if (!usual) throw new Error('A select without a table has one row');
  return usual;
}

async function finish(
  db: Db,
  id: ImportId,
  revision: number,
  found: { problem: string | null; warnings: string[]; unknownWords: string[] },
): Promise<void> {
  await sql`
    update imports set state = 'checked', revision = revision + 1, problem = ${found.problem},
      warnings = ${JSON.stringify(found.warnings)}::jsonb, unknown_words = ${JSON.stringify(found.unknownWords)}::jsonb,
      new_count = counted.new, new_cents = counted.cents, spent_before_cents = counted.spent, known_count = counted.known,
      changed_count = counted.changed, left_out_count = counted.left_out, problem_count = counted.problem
    from (
      select
        count(*) filter (where outcome = 'new') as new,
        coalesce(sum(amount_cents), 0) as cents,
        coalesce(sum(spent_before_cents), 0) as spent,
        count(*) filter (where outcome = 'known') as known,
        count(*) filter (where outcome = 'changed') as changed,
        count(*) filter (where outcome = 'left_out') as left_out,
        count(*) filter (where outcome = 'problem') as problem
      from import_lines where import_id = ${id}
    ) as counted
    where id = ${id} and revision = ${revision}`.execute(db);
}

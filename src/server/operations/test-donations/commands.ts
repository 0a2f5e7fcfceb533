import { sql } from 'kysely';
import { adminPaths } from '#contract/admin-pages.ts';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { AuditSubject } from '#contract/audit-subjects.ts';
import type { DonationId, ExpenseId, JobId, NominationId, UpdateId } from '#contract/ids.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { raiseAlert } from '#server/platform/alerting/raise-alert.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { ConfigError } from '#server/platform/config.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import { deleteUnfinishedJobs } from '#server/platform/jobs/job-table.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { PaymentProvider } from '#server/provider/payment-provider/provider.ts';
import { undo } from '#server/spending/expenses/undo-expense.ts';

/* Whether the books are real, and how test money leaves them. */

const reason =
  'The site takes real payments now. This was paid with test money, which never counted.';

/**
 * Decides before the server does anything else whether this database holds real or test money: never both. Test
 * payments are refused once real money is booked (ConfigError). A site that takes real payments begins without the
 * test money of its trial. Returns what the person who starts the server should know.
 */
export async function openBooks(
  db: Db,
  payments: PaymentProvider,
  mailer: Mailer,
): Promise<string[]> {
  if (payments.takesRealMoney) return takeTestMoneyOut(db, mailer);
  // A copy that takes no payments shows what it has.
  if (payments.name === 'none') return [];
  const real = await db
    .selectFrom('donations')
    .select('id')
    .where('isReal', '=', true)
    .limit(1)
    .executeTakeFirst();
  if (real) throw new ConfigError([realMoneyNeedsLiveKey(payments.name)]);
  // Live payments were set up before, and nobody has donated yet.
  await db.updateTable('books').set({ isReal: false }).where('isReal', '=', true).execute();
  return [];
}

function realMoneyNeedsLiveKey(provider: PaymentProvider['name']): string {
  const problem =
    provider === 'test' ? 'STRIPE_SECRET_KEY is missing' : 'STRIPE_SECRET_KEY is a test key';
  return `${problem}, but this database holds real donations: anybody could add test money to them. Set STRIPE_SECRET_KEY to the live key (sk_live_…). To try something out, use another DATA_DIR or DATABASE_URL. To look at a copy of a live site, such as a restored backup, set TAKE_PAYMENTS=no.`;
}

/** What `take_test_money_out_of_books` of the database did. */
interface TakenOut {
  donations: number;
  amountCents: number;
  expenses: number;
  /** Pages that were taken offline. */
  pages: NominationId[];
  /** Completed nominations that are accepted again. */
  reopened: NominationId[];
  /** Published updates that are drafts again. */
  updates: UpdateId[];
  /** The jobs of the updates' mails. */
  mails: JobId[];
}

function takeTestMoneyOut(db: Db, mailer: Mailer): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const undone = await undoMixedExpenses(trx);
    const imports = await listMadeImports(trx);
    const { rows } = await sql<{ taken: TakenOut }>`
      select take_test_money_out_of_books() as taken`.execute(trx);
    const { taken } = rows[0] as (typeof rows)[0];
    await deleteUnfinishedJobs(trx, mailQueue, { ids: taken.mails, field: 'isTest' });
    if (taken.donations === 0) return [];
    // What was decided about test money is told again when it is decided about real money.
    if (taken.reopened.length > 0) {
      await trx
        .deleteFrom('nominationDecisions')
        .where('nominationId', 'in', taken.reopened)
        .execute();
    }
    await recordWhatChanged(trx, taken);
    const title = 'Test donations were taken out of the books';
    const left = new Set((await listMadeImports(trx)).map(({ id }) => id));
    const vanished = imports.filter(({ id }) => !left.has(id));
    const message = [describe(taken, undone), ...describeImports(vanished)].join(' ');
    await raiseAlert(
      trx,
      { key: 'test-money:taken-out', title, message, path: adminPaths.testDonations },
      mailer,
    );
    return [message];
  });
}

/**
 * Undoes expenses that were paid with real and test money, as it can be on a site that went live with an older
 * version: their real money is allocated again, and they have to be recorded again with real money alone.
 */
async function undoMixedExpenses(trx: Trx): Promise<number> {
  const { rows } = await sql<{ id: ExpenseId }>`
    select expenses.id from expenses
    join ledger_entries on ledger_entries.expense_id = expenses.id
    join donations on donations.id = ledger_entries.donation_id
    where expenses.undone_at is null and exists (select from donations where not is_real)
    group by expenses.id
    having bool_or(donations.is_real) and bool_or(not donations.is_real)
    order by expenses.id`.execute(trx);
  for (const { id } of rows) await undo(trx, 'system', { id, reason });
  return rows.length;
}

/** Imports that became donations. Those of test money leave with the last of these. */
function listMadeImports(trx: Trx) {
  return trx
    .selectFrom('imports')
    .select(['id', 'fileName', 'bookedCount'])
    .where('bookedBy', 'is not', null)
    .orderBy('createdAt')
    .execute();
}

// Enough to recognize them; the list of imports has had all of them.
const mostNames = 5;

function describeImports(vanished: { fileName: string; bookedCount: number }[]): string[] {
  if (vanished.length === 0) return [];
  const names = vanished
    .slice(0, mostNames)
    .map(
      ({ fileName, bookedCount }) =>
        `${fileName || 'a file without a name'} (${countOf(bookedCount, 'donation')})`,
    );
  const more = vanished.length - names.length;
  const list = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return [
    `What was imported during the trial was part of them, and is gone: ${list}. If it was real, import it again.`,
  ];
}

async function recordWhatChanged(trx: Trx, taken: TakenOut): Promise<void> {
  const { donations, amountCents, expenses, pages, reopened, updates } = taken;
  const record = (action: AuditAction, subjectId: AuditSubject) =>
    recordAudit(trx, { actor: 'system', action, subjectId, reason });
  await recordAudit(trx, {
    actor: 'system',
    action: 'test_money.taken_out',
    subjectId: 'books',
    before: { donations, amountCents, expenses },
    reason,
  });
  for (const id of pages) await record('public_page.unpublished', id);
  for (const id of reopened) await record('nomination.reopened', id);
  for (const id of updates) await record('update.unpublished', id);
}

function describe(taken: TakenOut, undone: number): string {
  const { donations, amountCents, expenses, pages, reopened, updates } = taken;
  const parts = [
    `This site takes real payments now. ${countOf(donations, 'donation')} of test money (${formatCents(amountCents)} in total) from before ${donations === 1 ? 'was taken out of the books; it is' : 'were taken out of the books; they are'} listed under Test Donations.`,
    ...(expenses > 0
      ? [
          `${countOf(expenses, 'expense')} paid with test money ${expenses === 1 ? 'was' : 'were'} deleted.`,
        ]
      : []),
    ...(undone > 0
      ? [
          `${countOf(undone, 'expense')} paid partly with test money ${undone === 1 ? 'was' : 'were'} undone: please record ${undone === 1 ? 'it' : 'them'} again.`,
        ]
      : []),
    ...(pages.length > 0
      ? [
          `${countOf(pages.length, 'public page')} ${pages.length === 1 ? 'was' : 'were'} taken offline: publish again what is true.`,
        ]
      : []),
    ...(updates.length > 0
      ? [
          `${countOf(updates.length, 'update')} ${updates.length === 1 ? 'is a draft' : 'are drafts'} again.`,
        ]
      : []),
    ...(reopened.length > 0
      ? [
          `${countOf(reopened.length, 'completed nomination')} ${reopened.length === 1 ? 'is' : 'are'} accepted again.`,
        ]
      : []),
  ];
  return parts.join(' ');
}

/** Removes the record of a donation of test money for good. */
export function removeTestDonation(db: Db, actor: TeamMember, id: DonationId): Promise<void> {
  demandRight(actor, 'settings.write');
  return db.transaction().execute(async (trx) => {
    const { createdAt, amountCents, cause } = await trx
      .deleteFrom('testDonations')
      .where('id', '=', id)
      .returning(['createdAt', 'amountCents', 'cause'])
      .executeTakeFirstOrThrow(() => notFound('test donation'));
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'test_donation.removed',
      subjectId: id,
      before: { createdAt, amountCents, cause },
    });
  });
}

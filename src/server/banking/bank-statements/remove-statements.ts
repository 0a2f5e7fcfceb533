import { sql } from 'kysely';
import type { BankAccountId, BankStatementId } from '#contract/ids.ts';
import { countOf } from '#core/platform/counts.ts';
import {
  demandSecondPerson,
  hoursToRemoveAlone,
  isRecentImport,
  type StatementRules,
} from '#server/banking/bank-statements/four-eyes.ts';
import { accountClosed } from '#server/banking/bank-statements/policy.ts';
import { assertDaysOpen, keepMonths, lockedUntil } from '#server/ledger/month-locks.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';

/** Removes what the last file of an account has brought. */
export async function removeStatements(
  db: Db,
  actor: TeamMember,
  id: BankStatementId,
  rules: StatementRules,
): Promise<void> {
  demandRight(actor, 'money.write');
  await db.transaction().execute(async (trx) => {
    await keepMonths(trx);
    const { accountId } = await trx
      .selectFrom('bankStatements')
      .select('accountId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('bank statement'));
    const { isClosed } = await trx
      .selectFrom('bankAccounts')
      .select('isClosed')
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // Without its last statements, it would not be empty.
    if (isClosed) throw accountClosed();
    const imported = trx.selectFrom('bankStatements').where('accountId', '=', accountId);
    const last = await imported
      .select(['sha256', 'fileName', isRecentImport.as('isRecent')])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const statements = await imported
      .select(['id', 'sha256'])
      .where('sha256', '=', last?.sha256 ?? '')
      .execute();
    if (!(last && statements.some((statement) => statement.id === id))) {
      throw new AppError(
        'statement_in_use',
        'Only the file that was imported last can be removed: later ones build on it.',
      );
    }
    const ids = statements.map((statement) => statement.id);
    await assertRemovable(trx, accountId, ids);
    const removed = await trx
      .deleteFrom('bankLines')
      .where('statementId', 'in', ids)
      .returning(sql<number>`cents`.as('cents'))
      .execute();
    if (!last.isRecent) {
      const why = `It was imported more than ${hoursToRemoveAlone} hours ago, so books and bank may have been said to agree with it.`;
      const change = { what: 'Remove a bank statement', why, fileName: last.fileName };
      await demandSecondPerson(trx, rules, { ...change, accountId }, removed);
    }
    await trx.deleteFrom('bankStatements').where('id', 'in', ids).execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'bank_account.statements_removed',
      subjectId: accountId,
      before: { lines: removed.length, sha256: last.sha256 },
    });
  });
}

/** Throws 409 if lines of these statements are matched or became donations, or if locked months need them. */
async function assertRemovable(
  trx: Trx,
  accountId: BankAccountId,
  ids: BankStatementId[],
): Promise<void> {
  const brought = trx.selectFrom('bankLines').where('statementId', 'in', ids);
  const { count } = await brought
    .innerJoin('bankMatches', 'bankMatches.lineId', 'bankLines.id')
    .select((row) => row.fn.count<number>('bankLines.id').distinct().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) > 0) {
    throw new AppError(
      'statement_in_use',
      `${countOf(Number(count), 'line')} of this file ${Number(count) === 1 ? 'is' : 'are'} matched. Please undo these matches first.`,
    );
  }
  // Without its line, a donation could be entered a second time when the file comes again.
  const { entered } = await brought
    .innerJoin('depositLines', 'depositLines.bankLineId', 'bankLines.id')
    .select((row) => row.fn.countAll<number>().as('entered'))
    .where('depositLines.donationId', 'is not', null)
    .where(sql<boolean>`returned_as is distinct from 'reversal'`)
    .executeTakeFirstOrThrow();
  if (Number(entered) > 0) {
    throw new AppError(
      'statement_in_use',
      `${countOf(Number(entered), 'line')} of this file became ${Number(entered) === 1 ? 'a donation' : 'donations'} with a deposit. If that was wrong, say so in the deposit first.`,
    );
  }
  const days = await brought.select('bookedOn').execute();
  await assertDaysOpen(
    trx,
    days.map(({ bookedOn }) => bookedOn),
  );
  // Without any line, it may still be what a locked month opened with, or was compared until.
  const until = await lockedUntil(trx);
  const covered = (without: BankStatementId[]) =>
    trx
      .selectFrom('bankStatements')
      .select([
        sql<string | null>`min(first_day)`.as('first'),
        sql<string | null>`max(last_day)`.as('last'),
      ])
      .where('accountId', '=', accountId)
      .where(sql<boolean>`not (id = any(${without}::uuid[]))`)
      .executeTakeFirstOrThrow();
  const [before, after] = [await covered([]), await covered(ids)];
  if (until === null || before.first === null || before.first > until) return;
  if (before.first !== after.first) await assertDaysOpen(trx, [before.first]);
  if (after.last === null || after.last < until) await assertDaysOpen(trx, [until]);
}

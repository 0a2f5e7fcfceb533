import { sql } from 'kysely';
import type { BankStatement, ListedLine } from '#contract/banking/bank-statements.ts';
import type { BankAccountId } from '#contract/ids.ts';
import { findBankAccount } from '#server/banking/bank-accounts/queries.ts';
import { daysBetween } from '#server/banking/bank-statements/policy.ts';
import { lastBooked, matchName } from '#server/banking/matches/queries.ts';
import { type Page, type PageInput, pageOf } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { userNameBy } from '#server/platform/db/user-names.ts';

/** The statements of an account, newest days first. */
export async function listBankStatements(
  db: Db,
  accountId: BankAccountId,
): Promise<BankStatement[]> {
  await findBankAccount(db, accountId);
  const rows = await db
    .selectFrom('bankStatements as statements')
    .select((row) => [
      'statements.id',
      'statements.createdAt',
      'format',
      'fileName',
      'sha256',
      'firstDay',
      'lastDay',
      'openingCents',
      'closingCents',
      userNameBy('statements.importedBy').as('importedBy'),
      row
        .selectFrom('bankLines')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('bankLines.statementId', '=', 'statements.id')
        .$asScalar()
        .$notNull()
        .as('lineCount'),
      sql<string | null>`max(last_day) over (order by first_day, statements.id
        rows between unbounded preceding and 1 preceding)`.as('coveredUntil'),
      sql<string>`first_value(sha256) over (order by statements.created_at desc, statements.id desc)`.as(
        'lastFile',
      ),
    ])
    .where('statements.accountId', '=', accountId)
    .orderBy('lastDay', 'desc')
    .orderBy('statements.id', 'desc')
    .execute();
  return rows.map(({ coveredUntil, lastFile, ...statement }) => ({
    ...statement,
    daysWithout: coveredUntil === null ? 0 : daysBetween(coveredUntil, statement.firstDay),
    isLast: statement.sha256 === lastFile,
  }));
}

/** The lines of an account, newest first. */
export async function listBankLines(
  db: Db,
  accountId: BankAccountId,
  page: PageInput,
): Promise<Page<ListedLine>> {
  await findBankAccount(db, accountId);
  const lines = db
    .selectFrom('bankLines')
    .select([
      'id',
      'bookedOn',
      'valueOn',
      'cents',
      'text',
      'counterparty',
      'counterpartyAccount',
      'isReversal',
      sql<string[]>`array(select ${matchName} from bank_matches
        where line_id = bank_lines.id order by bank_matches.id)`.as('matchedWith'),
    ])
    .where('accountId', '=', accountId);
  return pageOf(lines, page, lastBooked('id'));
}

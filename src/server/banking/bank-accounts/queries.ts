import { sql } from 'kysely';
import type { BankAccount } from '#contract/banking/bank-accounts.ts';
import type { BankAccountId } from '#contract/ids.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';

/** The bank accounts, oldest first. */
export async function listBankAccounts(db: Db): Promise<BankAccount[]> {
  return (await accounts(db).orderBy('createdAt').orderBy('id').execute()).map(toAccount);
}

/** One bank account. 404 for an unknown id. */
export async function findBankAccount(db: Db, id: BankAccountId): Promise<BankAccount> {
  return toAccount(
    await accounts(db)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('bank account')),
  );
}

function accounts(db: Db) {
  return db.selectFrom('bankAccounts').select((row) => {
    const statements = row
      .selectFrom('bankStatements')
      .whereRef('bankStatements.accountId', '=', 'bankAccounts.id');
    return [
      'id',
      'createdAt',
      'name',
      'number',
      'currency',
      'isClosed',
      'csvMapping',
      'csvTitles',
      statements.select(sql<string | null>`min(first_day)`.as('day')).$asScalar().as('firstDay'),
      statements.select(sql<string | null>`max(last_day)`.as('day')).$asScalar().as('lastDay'),
      statements
        .select('closingCents')
        .orderBy('lastDay', 'desc')
        .orderBy('bankStatements.id', 'desc')
        .limit(1)
        .$asScalar()
        .as('closingCents'),
    ] as const;
  });
}

function toAccount<T extends { csvTitles: string[] | null }>({ csvTitles, ...account }: T) {
  return { ...account, csvTitles: csvTitles ?? [] };
}

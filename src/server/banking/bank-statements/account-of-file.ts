import type { BankAccountId } from '#contract/ids.ts';
import { countOf } from '#core/platform/counts.ts';
import { isSameAccount, saidNumber } from '#server/banking/bank-accounts/policy.ts';
import type { BalancedStatement } from '#server/banking/bank-statements/policy.ts';
import type { StatementFile } from '#server/banking/bank-statements/read-file.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/** Refuses a file with several accounts of which none is meant, and lets somebody choose if the account has no number yet. */
export function assertAccount({ statements, accounts }: StatementFile, meant: string | null): void {
  if (statements.length > 0) return;
  const listed = accounts.map(({ number, lines }) => `${number} (${countOf(lines, 'line')})`);
  const told = `This file has ${countOf(accounts.length, 'account')}: ${listed.join(', ')}`;
  if (meant !== null) {
    throw new AppError(
      'other_account',
      `${told}. This is the account ${meant}. Nothing was imported.`,
    );
  }
  const refusal = new AppError('several_accounts', `${told}. Choose the one that this account is.`);
  refusal.accounts = accounts;
  throw refusal;
}

/** Refuses a file about another account. The first file that says a number gives it to an account without one. */
export async function settleNumber(
  trx: Trx,
  { id, number }: { id: BankAccountId; number: string | null },
  statements: BalancedStatement[],
): Promise<void> {
  const found = statements.map(({ account }) => saidNumber(account)).filter((one) => one !== null);
  const [first] = found;
  if (first === undefined) return;
  const known = number ?? first;
  const other = found.find((one) => !isSameAccount(one, known));
  if (other !== undefined) {
    throw new AppError(
      'other_account',
      `This file is about the account ${other}, and this is the account ${known}. Nothing was imported.`,
    );
  }
  if (number !== null) return;
  await trx
    .updateTable('bankAccounts')
    .set({ number: first })
    .where('id', '=', id)
    .execute()
    .catch((error) => {
      if (!violates(error, 'bank_accounts_number')) throw error;
      throw new AppError(
        'other_account',
        `This file is about the account ${first}, which is another one of this list. Nothing was imported.`,
      );
    });
}

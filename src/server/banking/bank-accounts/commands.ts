import type { BankAccount } from '#contract/banking/bank-accounts.ts';
import type { BankAccountId } from '#contract/ids.ts';
import { formatCents } from '#core/platform/money.ts';
import { accountNumber } from '#server/banking/bank-accounts/policy.ts';
import { findBankAccount } from '#server/banking/bank-accounts/queries.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';

/* Adds, renames, and closes bank accounts. */

/** A new bank account. */
export interface AccountInput {
  name: string;
  /** As somebody typed it; empty if they have not. */
  number: string;
}

/** What a bank account becomes. */
export interface AccountChange extends AccountInput {
  id: BankAccountId;
  isClosed: boolean;
}

/** Adds a bank account in the currency of the books, once for each Idempotency-Key. */
export function addBankAccount(
  db: Db,
  actor: TeamMember,
  { name, number }: AccountInput,
  idempotencyKey: string | null,
): Promise<BankAccount> {
  demandRight(actor, 'money.write');
  const scope = `add bank account ${userActor(actor)}`;
  return refuseKnown(
    oncePerKey(db, { key: idempotencyKey, scope, request: { name, number } }, async (trx) => {
      const id = newId<BankAccountId>();
      await trx
        .insertInto('bankAccounts')
        .values({ id, name, number: accountNumber(number) })
        .execute();
      await recordAudit(trx, {
        actor: userActor(actor),
        action: 'bank_account.added',
        subjectId: id,
        after: { name, accountNumber: accountNumber(number) },
      });
      return findBankAccount(trx, id);
    }),
  );
}

/** Changes the name or the number of a bank account, or closes it. 409 while its last statement ends with money. */
export function changeBankAccount(
  db: Db,
  actor: TeamMember,
  { id, name, number, isClosed }: AccountChange,
): Promise<BankAccount> {
  demandRight(actor, 'money.write');
  return refuseKnown(
    db.transaction().execute(async (trx) => {
      const before = await trx
        .selectFrom('bankAccounts')
        .select(['name', 'number', 'isClosed'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow(() => notFound('bank account'));
      if (isClosed && !before.isClosed) await assertEmpty(trx, id);
      const after = { name, number: accountNumber(number), isClosed };
      await trx.updateTable('bankAccounts').set(after).where('id', '=', id).execute();
      await recordAudit(trx, {
        actor: userActor(actor),
        action: 'bank_account.changed',
        subjectId: id,
        before: { name: before.name, accountNumber: before.number, isClosed: before.isClosed },
        after: { name, accountNumber: after.number, isClosed },
      });
      return findBankAccount(trx, id);
    }),
  );
}

/** Throws 409 if the last statement of an account ends with money. */
async function assertEmpty(trx: Trx, id: BankAccountId): Promise<void> {
  const { closingCents } = await findBankAccount(trx, id);
  if (!closingCents) return;
  const message = `Its last statement ends with ${formatCents(closingCents)}. First, import the statement that ends with ${formatCents(0)}.`;
  throw new AppError('bank_account_not_empty', message, { isClosed: message });
}

async function refuseKnown<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const field = violates(error, 'bank_accounts_number')
      ? 'number'
      : violates(error, 'bank_accounts_name') && 'name';
    if (!field) throw error;
    const message = `Another bank account has this ${field}`;
    throw new AppError('bank_account_known', `${message}.`, { [field]: message });
  }
}

import type { BankAccount, CsvMapping } from '#contract/banking/bank-accounts.ts';
import type { BankAccountId } from '#contract/ids.ts';
import { findBankAccount } from '#server/banking/bank-accounts/queries.ts';
import { tryMapping } from '#server/banking/csv-mappings/try-mapping.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/** Saves how CSV files are read, if the sample can be read so. */
export async function saveCsvMapping(
  db: Db,
  actor: TeamMember,
  { id, sample, mapping }: { id: BankAccountId; sample: string; mapping: CsvMapping },
): Promise<BankAccount> {
  demandRight(actor, 'money.write');
  const { titles, problem } = tryMapping(await findBankAccount(db, id), sample, mapping);
  if (problem !== null) throw new AppError('statement_unreadable', problem);
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('bankAccounts')
      .set({ csvMapping: JSON.stringify(mapping), csvTitles: JSON.stringify(titles) })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'bank_account.csv_mapping_saved',
      subjectId: id,
    });
    return findBankAccount(trx, id);
  });
}

import type { BankLineId } from '#contract/ids.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';

/** What a match needs to know of a line of the bank. 404 for an unknown id. */
export function findLine(trx: Trx, id: BankLineId) {
  return trx
    .selectFrom('bankLines')
    .select(['cents', 'bookedOn', 'accountId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('line of a bank account'));
}

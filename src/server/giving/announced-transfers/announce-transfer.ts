import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import type { announceTransfer as announceContract } from '#contract/giving/announced-transfers.ts';
import type { ExpectedTransferId } from '#contract/ids.ts';
import { drawnCharacters, makeTransferReference } from '#core/giving/transfer-reference.ts';
import { formatCents } from '#core/platform/money.ts';
import { referenceCharacters } from '#core/vetting/nomination-reference.ts';
import { transferInstructions } from '#server/giving/announced-transfers/emails.ts';
import type { Visitor } from '#server/platform/actor.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import { mayMailStranger } from '#server/platform/misuse/mail-limit.ts';
import { openCauseName } from '#server/vetting/causes/open-cause.ts';

/** Gives a donor a reference for a bank transfer, and mails it unless the address has had enough mail. */
export function announceTransfer(
  db: Db,
  visitor: Visitor,
  input: Announced,
  idempotencyKey: string | null,
  { settings, mailer, config }: Pick<Deps, 'settings' | 'mailer' | 'config'>,
): Promise<{ reference: string }> {
  const scope = 'bank transfer';
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    const { bankTransfers } = await settings.read(trx);
    if (!bankTransfers.isOffered) {
      throw new AppError('bank_transfers_off', 'We take no bank transfers at the moment.');
    }
    const { amount, causeId, firstName, lastName, email } = input;
    const { minCents } = config.donation;
    if (amount < minCents) {
      const message = `Must be at least ${formatCents(minCents)}`;
      throw new AppError('invalid_input', `Please check the amount. ${message}.`, {
        amount: message,
      });
    }
    const reference = await drawReference(trx);
    const causeName = await openCauseName(trx, causeId);
    await trx
      .insertInto('expectedTransfers')
      .values({
        id: newId<ExpectedTransferId>(),
        reference,
        causeId,
        amountCents: amount,
        firstName,
        lastName,
        email,
      })
      .execute();
    if (await mayMailStranger(trx, 'bank-transfer', visitor, email, mailer.config)) {
      const transfer = { email, reference, amountCents: amount, causeName };
      await mailer.enqueue(
        trx,
        transferInstructions(mailer.config, transfer, bankTransfers.details),
      );
    }
    return { reference };
  });
}

type Announced = Omit<z.output<(typeof announceContract)['body']>, 'website'>;

/** A reference that nobody has yet. */
async function drawReference(trx: Trx): Promise<string> {
  for (;;) {
    const drawn = Array.from(
      { length: drawnCharacters },
      () => referenceCharacters[randomInt(referenceCharacters.length)],
    ).join('');
    const reference = makeTransferReference(drawn);
    if (reference === null) continue;
    const taken = await trx
      .selectFrom('expectedTransfers')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirst();
    if (!taken) return reference;
  }
}

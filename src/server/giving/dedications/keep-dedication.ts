import type { DonationId } from '#contract/ids.ts';
import type { DedicationFields } from '#core/giving/dedications.ts';
import { dueAtOf, readDedication } from '#server/giving/dedications/read-dedication.ts';
import type { Visitor } from '#server/platform/actor.ts';
import type { NewDedication } from '#server/platform/db/column-types.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/** Dedicates a donation that was just booked. The mail leaves later, with {@link sendDueDedications}. */
export async function keepDedication(
  trx: Trx,
  donationId: DonationId,
  dedication: NewDedication,
  { network, timeZone }: { network: Buffer | null; timeZone: string },
): Promise<void> {
  const { kind, honoree, recipient, message, tellsName, sendOn } = dedication;
  const said = {
    kind,
    honoree,
    message,
    tellsName,
    sendOn,
    network,
    recipientName: recipient?.name ?? null,
    recipientEmail: recipient?.email ?? null,
    dueAt: dueAtOf(dedication, timeZone, new Date()),
    // Another address is another try.
    stoppedWhy: null,
  };
  await trx
    .insertInto('dedications')
    .values({ donationId, ...said })
    .onConflict((conflict) => conflict.column('donationId').doUpdateSet(said))
    .execute();
}

/**
 * The donor dedicates a donation, corrects to whom it is dedicated, or takes that back. 409 once the mail was sent, and
 * for the further donations of a recurring one.
 */
export async function changeDedication(
  trx: Trx,
  { id, planId }: { id: DonationId; planId: DonationId | null },
  fields: DedicationFields,
  { network }: Visitor,
  { settings }: Pick<Mailer, 'settings'>,
): Promise<void> {
  const { timeZone } = settings.current();
  const dedication = readDedication(fields, timeZone, new Date());
  // Whoever sends it waits, or is waited for.
  await trx.selectFrom('donations').select('id').where('id', '=', id).forUpdate().execute();
  const known = await trx
    .selectFrom('dedications')
    .select('sentAt')
    .where('donationId', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (planId !== null && planId !== id) {
    throw new AppError(
      'dedication_settled',
      'A recurring donation is dedicated with its first payment. Please open the page of that one.',
    );
  }
  if (known?.sentAt) {
    throw new AppError(
      'dedication_settled',
      'The email about this dedication was sent already, so it cannot be changed anymore.',
    );
  }
  if (dedication !== null) return keepDedication(trx, id, dedication, { network, timeZone });
  await trx.deleteFrom('dedications').where('donationId', '=', id).execute();
}

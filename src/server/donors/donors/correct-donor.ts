import { sql } from 'kysely';
import type { DonorInput } from '#contract/donors/donors.ts';
import type { DonorId } from '#contract/ids.ts';
import { carryOver, type DonorServices } from '#server/donors/donors/carry-over.ts';
import { linesAdded, nameOf, withLine } from '#server/donors/donors/former-names.ts';
import { isHoldingSql } from '#server/donors/donors/held-links.ts';
import { addressTaken, lockDonor, lockDonors } from '#server/donors/donors/lock-donors.ts';
import { isOtherAddress, type Person, recordChange } from '#server/donors/donors/record-change.ts';
import { demandRight, type TeamMember } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/**
 * Corrects the name or the address of a donor. All mail that is written from now on goes there, also about donations
 * that were made before. 404 for an unknown id, 409 if the address is another donor's, or one that takes taking a correction
 * back, or if the record was joined.
 */
export async function correctDonor(
  db: Db,
  actor: TeamMember,
  { id, email: typed, ...name }: DonorInput & { id: DonorId },
  services: DonorServices,
): Promise<void> {
  demandRight(actor, 'money.write');
  const person = { ...name, email: typed === '' ? null : typed };
  await db
    .transaction()
    .execute(async (trx) => {
      await lockDonors(trx);
      const before = await lockDonor(trx, id);
      if (person.email === null && before.email !== null) throw addressRequired();
      const corrected = [
        ...(nameOf(before) === nameOf(person) ? [] : (['name'] as const)),
        ...(before.email === person.email ? [] : (['email'] as const)),
      ];
      if (corrected.length === 0) return;
      await refuseWhatWasJustLeft(trx, id, before, person);
      // An address that a joined record brought along may become the donor's own: it leads to them anyway.
      await trx
        .updateTable('donors')
        .set({ email: null })
        .where('joinedInto', '=', id)
        .where(sql`lower(email)`, '=', person.email?.toLowerCase() ?? null)
        .execute();
      await trx
        .updateTable('donors')
        .set({ ...person, formerly: withLine(before.formerly, before) })
        .where('id', '=', id)
        .execute();
      const kept = {
        addressChangedAt: before.addressChangedAt,
        lines: linesAdded(before.formerly, before),
        subscription: await carryOver(trx, services, before, person),
        join: null,
      };
      const change = { donorId: id, otherId: null, madeBy: actor.id, before, kept };
      await recordChange(trx, { ...change, address: person.email }, services.mailer);
      await auditAction(trx, actor, 'donor.corrected', id, { corrected });
    })
    .catch((error) => {
      throw violates(error, 'donors_email') ? addressTaken() : error;
    });
}

/**
 * An address that a donor had until a correction of the last days comes back with that correction: what was given since then
 * with the other address must not come along.
 */
async function refuseWhatWasJustLeft(
  trx: Trx,
  id: DonorId,
  before: Person,
  { email }: Person,
): Promise<void> {
  if (!isOtherAddress(before.email, email)) return;
  const left = await trx
    .selectFrom('donorChanges')
    .select('id')
    .where('donorId', '=', id)
    .where('kind', '=', 'correction')
    .where(isHoldingSql)
    .where(sql`lower(email)`, '=', email?.toLowerCase() ?? null)
    .executeTakeFirst();
  if (!left) return;
  const message = 'They had this address before. Take the correction back instead.';
  throw new AppError('take_back_instead', message, { email: message });
}

function addressRequired(): AppError {
  const message = 'Required';
  return new AppError('invalid_input', 'Enter the email address of this donor.', {
    email: message,
  });
}

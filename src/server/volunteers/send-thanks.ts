import { sql } from 'kysely';
import type { z } from 'zod';
import type { VolunteerOfferId, VolunteerThanksId } from '#contract/ids.ts';
import type { thanksText } from '#contract/volunteers/volunteers.ts';
import { demandRight, type TeamMember } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { volunteerThanks } from '#server/volunteers/emails.ts';
import { keepDonorsApart, lockOffer } from '#server/volunteers/lock-offer.ts';
import { findThanked } from '#server/volunteers/queries.ts';

/**
 * Thanks with a mail. 409 if they were thanked before and that is not meant, in the same words in any case, or if
 * nothing is confirmed.
 */
export async function sendThanks(
  db: Db,
  actor: TeamMember,
  { id, text, isAgain }: Thanks,
  mailer: Mailer,
): Promise<void> {
  demandRight(actor, 'volunteers.write');
  await db.transaction().execute(async (trx) => {
    await keepDonorsApart(trx);
    const { thankedAt } = await lockOffer(trx, id);
    if (thankedAt !== null && !isAgain) {
      throw new AppError(
        'already_thanked',
        'Somebody has thanked this volunteer already. Nothing was sent.',
      );
    }
    const same = await trx
      .selectFrom('volunteerThanks')
      .select('id')
      .where('offerId', '=', id)
      .where('text', '=', text)
      .executeTakeFirst();
    if (same) {
      throw new AppError(
        'already_thanked',
        'This volunteer has been thanked in exactly these words already. Nothing was sent.',
      );
    }
    const { to, donorId, minutes } = await findThanked(trx, id);
    const mail = volunteerThanks(mailer.config, { to, text });
    await mailer.enqueue(trx, { ...mail, ...(donorId !== null && { donorId }) });
    await trx
      .insertInto('volunteerThanks')
      .values({
        id: newId<VolunteerThanksId>(),
        offerId: id,
        sentBy: actor.id,
        recipient: to,
        text,
        minutes,
      })
      .execute();
    await trx
      .updateTable('volunteerOffers')
      .set({ thankedAt: sql<string>`now()` })
      .where('id', '=', id)
      .execute();
    await auditAction(trx, actor, 'volunteer.thanked', id);
  });
}

type Thanks = z.output<typeof thanksText> & { id: VolunteerOfferId; isAgain: boolean };

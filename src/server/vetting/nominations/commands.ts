import type { CauseId, NominationId } from '#contract/ids.ts';
import type { Nomination } from '#contract/vetting/nominations.ts';
import {
  applyNominationAction,
  type NominationAction,
  nominationStatus,
} from '#core/nomination-status.ts';
import { type Administrator, userActor, type Visitor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { mayMailStranger } from '#server/platform/misuse/mail-limit.ts';
import {
  newNomination,
  nominationDecided,
  nominationReceived,
} from '#server/vetting/nominations/emails.ts';
import { setPageVisibility } from '#server/vetting/nominations/page-visibility.ts';
import { assertActionAllowed, participle } from '#server/vetting/nominations/policy.ts';
import { getNomination } from '#server/vetting/nominations/queries.ts';

interface NominationInput {
  nominee: string;
  causeId: CauseId;
  description: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  zip: string;
}

/**
 * Stores a pending nomination, confirms it to the nominator, unless that address has had enough mail, and informs the
 * team.
 */
export async function submitNomination(
  db: Db,
  visitor: Visitor,
  input: NominationInput,
  mailer: Mailer,
): Promise<{ id: NominationId; isConfirmedByEmail: boolean }> {
  const id = newId<NominationId>();
  return db.transaction().execute(async (trx) => {
    // Locked, so that the cause cannot be deleted before the nomination is stored.
    const cause = await trx
      .selectFrom('causes')
      .select('name')
      .where('id', '=', input.causeId)
      .forKeyShare()
      .executeTakeFirst();
    if (!cause) {
      throw new AppError('invalid_input', 'Please choose a cause from the list.', {
        causeId: 'Choose a cause from the list',
      });
    }
    await trx
      .insertInto('nominations')
      .values({ id, ...input })
      .execute();
    await recordAudit(trx, {
      actor: 'visitor',
      action: 'nomination.submitted',
      subjectId: id,
      after: { status: 'pending' },
    });
    const { config } = mailer;
    const nomination = { id, causeName: cause.name, ...input };
    const isConfirmedByEmail = await mayMailStranger(trx, visitor, input.email, config);
    if (isConfirmedByEmail) await mailer.enqueue(trx, nominationReceived(config, nomination));
    await mailer.enqueueForTeam(trx, (to) => newNomination(config, to, nomination));
    return { id, isConfirmedByEmail };
  });
}

/** Accepts, rejects, or completes a nomination and emails the nominator. 409 if its status does not allow it. */
export async function changeNominationStatus(
  db: Db,
  actor: Administrator,
  { id, action }: { id: NominationId; action: NominationAction },
  mailer: Mailer,
): Promise<Nomination> {
  await db.transaction().execute(async (trx) => {
    const nomination = await trx
      .selectFrom('nominations')
      .selectAll()
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => notFound('nomination'));
    assertActionAllowed(nomination, action);
    const { isAccepted, isRejected, isCompleted } = applyNominationAction(nomination, action);
    const changed = { isAccepted, isRejected, isCompleted };
    await trx.updateTable('nominations').set(changed).where('id', '=', id).execute();
    if (action === 'reject') await setPageVisibility(trx, actor, id, false);
    await recordAudit(trx, {
      actor: userActor(actor),
      action: `nomination.${participle[action]}`,
      subjectId: id,
      before: { status: nominationStatus(nomination) },
      after: { status: nominationStatus(changed) },
    });
    await mailer.enqueue(trx, nominationDecided(mailer.config, nomination, action));
  });
  return getNomination(db, id);
}

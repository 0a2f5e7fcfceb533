import type { CauseId, NominationId } from '#contract/ids.ts';
import type { NomineeKnows, Urgency } from '#core/vetting/nomination-needs.ts';
import type { Visitor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { mayMailStranger } from '#server/platform/misuse/mail-limit.ts';
import { openCauseName } from '#server/vetting/causes/open-cause.ts';
import { newNomination, nominationReceived } from '#server/vetting/nominations/emails.ts';
import {
  createFirstTrackingLink,
  firstTrackingToken,
} from '#server/vetting/tracking-links/commands.ts';

/**
 * Stores a pending nomination, confirms it to the nominator, unless that address has had enough mail, and informs the
 * team. Once for each key.
 */
export async function submitNomination(
  db: Db,
  visitor: Visitor,
  input: NominationInput,
  mailer: Mailer,
  idempotencyKey: string | null = null,
): Promise<SubmittedNomination> {
  const keyed = { key: idempotencyKey, scope: 'nomination', request: input };
  const stored = await oncePerKey(db, keyed, async (trx) => {
    const id = newId<NominationId>();
    const causeName = await openCauseName(trx, input.causeId);
    const { neededAmount: neededCents, ...rest } = input;
    const { reference } = await trx
      .insertInto('nominations')
      .values({ id, neededCents, ...rest })
      .returning('reference')
      .executeTakeFirstOrThrow();
    await recordAudit(trx, {
      actor: 'visitor',
      action: 'nomination.submitted',
      subjectId: id,
      after: { status: 'pending' },
    });
    const { config } = mailer;
    const trackingUrl = await createFirstTrackingLink(trx, id, config);
    const nomination = { id, reference, trackingUrl, causeName, ...input };
    const isConfirmedByEmail = await mayMailStranger(
      trx,
      'nomination',
      visitor,
      input.email,
      config,
    );
    if (isConfirmedByEmail) await mailer.enqueue(trx, nominationReceived(config, nomination));
    await mailer.enqueueForTeam(trx, (to) => newNomination(config, to, nomination));
    return { id, isConfirmedByEmail };
  });
  // Not stored with the response: whoever reads the database must not find the link.
  const { reference } = await db
    .selectFrom('nominations')
    .select('reference')
    .where('id', '=', stored.id)
    .executeTakeFirstOrThrow();
  return { ...stored, reference, trackingToken: firstTrackingToken(stored.id, mailer.config) };
}

interface NominationInput {
  nominee: string;
  causeId: CauseId;
  description: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  zip: string;
  neededAmount?: number | undefined;
  urgency?: Urgency | undefined;
  nomineeKnows?: NomineeKnows | undefined;
}

/** What whoever submits a nomination gets to know. */
interface SubmittedNomination {
  id: NominationId;
  reference: string;
  /** The secret of a private link to its tracking page. */
  trackingToken: string;
  isConfirmedByEmail: boolean;
}

import { sql } from 'kysely';
import type { z } from 'zod';
import type { OwnResponseOf } from '#contract/endpoint.ts';
import type { NominationCorrectionId, NominationId } from '#contract/ids.ts';
import type * as contract from '#contract/vetting/corrections.ts';
import type { NominationFacts } from '#contract/vetting/corrections.ts';
import { isErasedAddress } from '#core/people/erased.ts';
import { findNameIn } from '#core/vetting/consent.ts';
import { assertNothingAsked } from '#server/people/approvals/queries.ts';
import { demandRight, may, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction, changedFields, recordAudit } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { hideNamingPage, hidePage } from '#server/vetting/consents/gate.ts';
import { nominationCorrected, seenByNominator } from '#server/vetting/corrections/emails.ts';
import { getNominationCorrections } from '#server/vetting/corrections/queries.ts';
import { lockNomination } from '#server/vetting/nominations/lock-nomination.ts';
import { assertNoConflict } from '#server/vetting/reviews/conflicts.ts';
import { createTrackingLink } from '#server/vetting/tracking-links/commands.ts';

type Correction = { id: NominationId } & z.infer<typeof contract.correctNomination.body>;
type Nomination = Awaited<ReturnType<typeof lockNomination>>;

/** Corrects what a nomination says, keeps what it said, and tells the nominator of what the tracking page shows. */
export function correctNomination(
  db: Db,
  actor: TeamMember,
  { id, revision, reason, ...facts }: Correction,
  mailer: Mailer,
): Promise<OwnResponseOf<typeof contract.correctNomination>> {
  demandRight(actor, 'nominations.decide');
  return db.transaction().execute(async (trx) => {
    const nomination = await lockNomination(trx, id);
    await assertNoConflict(trx, actor, id);
    if (nomination.factsRevision !== revision) {
      throw new AppError(
        'nomination_changed',
        'Somebody else has corrected this nomination since you opened it. Please look at it again.',
      );
    }
    const before = { ...nomination, neededAmount: nomination.neededCents };
    const changed = changedFields<Partial<NominationFacts>>(before, facts);
    const get = async (hidesPage: boolean) => ({
      ...(await getNominationCorrections(trx, id)),
      hidesPage,
    });
    if (changed.length === 0) return get(false);
    assertNotErased(nomination, changed);
    // Nobody approves what has become something else.
    await assertNothingAsked(trx, id, 'nomination');
    const { neededAmount, ...rest } = facts;
    await trx
      .updateTable('nominations')
      .set({ ...rest, neededCents: neededAmount, factsRevision: revision + 1 })
      .where('id', '=', id)
      .execute();
    await keepFormer(trx, actor, nomination, changed, reason);
    const hidesPage =
      changed.includes('nominee') && (await renamePage(trx, actor, nomination, facts.nominee));
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'nomination.corrected',
      subjectId: id,
      after: { fields: changed },
      reason,
    });
    await tellNominator(trx, nomination, seenByNominator(changed), mailer);
    return get(hidesPage);
  });
}

/** Once a nominator was erased, nobody writes anything about them anew. */
function assertNotErased(
  { erasedAt }: Nomination,
  changed: readonly (keyof NominationFacts)[],
): void {
  const ofNominator = ['firstName', 'lastName', 'phone', 'zip', 'nomineeKnows'];
  if (erasedAt === null || !changed.some((name) => ofNominator.includes(name))) return;
  throw new AppError(
    'nomination_erased',
    'The nominator was erased, so nothing can be written about them anymore.',
  );
}

/** Keeps what it was. A name is kept whole: by a first name alone, nobody is found who is to be erased. */
async function keepFormer(
  trx: Trx,
  actor: TeamMember,
  { id: nominationId, ...was }: Nomination,
  facts: (keyof NominationFacts)[],
  reason: string,
): Promise<void> {
  const kept = <Name extends keyof typeof was>(name: Name, ...names: (keyof NominationFacts)[]) =>
    facts.some((fact) => names.includes(fact)) ? was[name] : null;
  await trx
    .insertInto('nominationCorrections')
    .values({
      id: newId<NominationCorrectionId>(),
      nominationId,
      correctedBy: actor.id,
      reason,
      facts,
      nominee: kept('nominee', 'nominee'),
      firstName: kept('firstName', 'firstName', 'lastName'),
      lastName: kept('lastName', 'firstName', 'lastName'),
      phone: kept('phone', 'phone'),
      zip: kept('zip', 'zip'),
      neededCents: kept('neededCents', 'neededAmount'),
      urgency: kept('urgency', 'urgency'),
      nomineeKnows: kept('nomineeKnows', 'nomineeKnows'),
    })
    .execute();
}

// As long as a name over a public page may be.
const longestPublicName = 100;

/**
 * Gives the name to a public page that has the former one, and returns whether that hid the page. It does if whoever corrects
 * may not publish; if the nominee agreed under a name that has no word of the new one, which may be somebody else's; and if
 * the nominee stays unnamed, and a text of the page has the new name.
 */
async function renamePage(
  trx: Trx,
  actor: TeamMember,
  { id, nominee: was, consentSaid, staysUnnamed }: Nomination,
  nominee: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('publicPages')
    .set({ publicName: nominee, updatedAt: sql<string>`now()` })
    .where('nominationId', '=', id)
    .where('publicName', '=', was)
    .where(sql<boolean>`${nominee.length <= longestPublicName}`)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) {
    await auditAction(trx, actor, 'public_page.saved', id, { fields: ['publicName'] });
  }
  if (staysUnnamed) return (await hideNamingPage(trx, userActor(actor), id)) !== null;
  const isAgreed = consentSaid !== 'given' || findNameIn(nominee, was) !== null;
  if (numUpdatedRows === 0n || (isAgreed && may(actor, 'pages.publish'))) return false;
  return hidePage(trx, userActor(actor), id);
}

async function tellNominator(
  trx: Trx,
  { id, email, reference, causeId }: Nomination,
  seen: string[],
  mailer: Mailer,
): Promise<void> {
  if (seen.length === 0 || isErasedAddress(email)) return;
  const { name: cause } = await trx
    .selectFrom('causes')
    .select('name')
    .where('id', '=', causeId)
    .executeTakeFirstOrThrow();
  const url = await createTrackingLink(trx, id, mailer.config);
  await mailer.enqueue(
    trx,
    nominationCorrected(mailer.config, { email, reference, cause, seen, url }),
  );
}

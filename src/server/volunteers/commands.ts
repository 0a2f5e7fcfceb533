import type { z } from 'zod';
import type { UserId, VolunteerOfferId } from '#contract/ids.ts';
import type {
  volunteerChanges,
  volunteerInput,
  volunteerPerson,
} from '#contract/volunteers/volunteers.ts';
import { findDonorByAddress } from '#server/donors/donors/find-or-make-donor.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction, changedFields, recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { demandNeed } from '#server/volunteers/demand-need.ts';
import { keepDonorsApart, lockOffer } from '#server/volunteers/lock-offer.ts';
import { mayLookAfterOffers } from '#server/volunteers/queries.ts';

/** Enters an offer by hand. Whoever has donated with the same address is recognized. */
export function addVolunteer(
  db: Db,
  actor: TeamMember,
  input: z.output<typeof volunteerInput>,
  idempotencyKey: string | null,
): Promise<{ id: VolunteerOfferId }> {
  demandRight(actor, 'volunteers.write');
  const scope = `offer ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    const offer = { id: newId<VolunteerOfferId>() };
    await keepDonorsApart(trx);
    await demandNeed(trx, input.nominationId);
    const donor = input.email === '' ? undefined : await findDonorByAddress(trx, input.email);
    await trx
      .insertInto('volunteerOffers')
      .values({ ...offer, ...input, donorId: donor?.id ?? null })
      .execute();
    await auditAction(trx, actor, 'volunteer.added', offer.id);
    return offer;
  });
}

/** Changes how far an offer is, who looks after it, which need it is for, and the notes. 404 for an unknown id. */
export async function changeVolunteer(
  db: Db,
  actor: TeamMember,
  { id, assignedToId, ...changes }: z.output<typeof volunteerChanges> & { id: VolunteerOfferId },
): Promise<void> {
  demandRight(actor, 'volunteers.write');
  await db.transaction().execute(async (trx) => {
    const before = await lockOffer(trx, id);
    const after = { ...changes, assignedTo: assignedToId };
    const names = changedFields(before, after);
    if (names.length === 0) return;
    if (names.includes('nominationId')) await demandNeed(trx, after.nominationId ?? null);
    if (names.includes('assignedTo')) await demandColleague(trx, after.assignedTo ?? null);
    await trx.updateTable('volunteerOffers').set(after).where('id', '=', id).execute();
    const told = ({ state, assignedTo, nominationId }: Partial<typeof before>) => ({
      ...(names.includes('state') && { offer: state }),
      ...(names.includes('assignedTo') && { assignee: assignedTo }),
      ...(names.includes('nominationId') && { nominationId }),
    });
    // Of what else changed, only the name: it is about a person, and nobody is erased from the trail.
    const volunteer = names.filter(
      (name) => !['state', 'assignedTo', 'nominationId'].includes(name),
    );
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'volunteer.changed',
      subjectId: id,
      before: told(before),
      after: { ...told(after), ...(volunteer.length > 0 && { volunteer }) },
    });
  });
}

/** Corrects who offers. 409 for a donor, whose name and address are those of their own record. */
export async function correctVolunteer(
  db: Db,
  actor: TeamMember,
  { id, ...person }: z.output<typeof volunteerPerson> & { id: VolunteerOfferId },
): Promise<void> {
  demandRight(actor, 'volunteers.write');
  await db.transaction().execute(async (trx) => {
    await keepDonorsApart(trx);
    const before = await lockOffer(trx, id);
    if (before.donorId !== null) {
      throw new AppError(
        'volunteer_is_donor',
        'This volunteer is a donor. Correct the name or the address on the page of the donor.',
      );
    }
    const names = changedFields(before, person);
    if (names.length === 0) return;
    const donor = person.email === '' ? undefined : await findDonorByAddress(trx, person.email);
    await trx
      .updateTable('volunteerOffers')
      .set({ ...person, donorId: donor?.id ?? null })
      .where('id', '=', id)
      .execute();
    const volunteer = new Set(names.map((name) => (name.endsWith('Name') ? 'name' : name)));
    await auditAction(trx, actor, 'volunteer.corrected', id, { volunteer: [...volunteer] });
  });
}

async function demandColleague(trx: Trx, id: UserId | null): Promise<void> {
  if (id !== null && !(await mayLookAfterOffers(trx, id))) throw notFound('colleague');
}

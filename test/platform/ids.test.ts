import { expect, test } from 'vitest';
import { nominationWorkspacePath } from '#contract/admin-pages.ts';
import { getDonation } from '#contract/giving/donations.ts';
import type { DonationId, NominationId } from '#contract/ids.ts';
import { createAllocation } from '#contract/spending/allocations.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { allocate } from '#server/spending/allocations/allocate.ts';
import type { TestApp } from '#test/support/app.ts';

/*
 * None of this runs: it tests the compiler. If a mix-up compiles, "npm run check" reports that the directive above it
 * is unused. The correct call is above each mix-up, so that nothing else causes the error.
 */
const calls = (
  { db, call, settings }: TestApp,
  actor: TeamMember,
  donationId: DonationId,
  nominationId: NominationId,
) => ({
  'a path': [
    call(getDonation, { params: { id: donationId } }),
    // @ts-expect-error
    call(getDonation, { params: { id: nominationId } }),
    // @ts-expect-error
    call(getDonation, { params: { id: 'text that nobody has looked at' } }),
  ],
  'a body': [
    call(createAllocation, { body: { amount: 1, donationId, nominationId } }),
    // @ts-expect-error
    call(createAllocation, { body: { amount: 1, donationId: nominationId, nominationId } }),
  ],
  'a response': [
    call(createAllocation).then(({ body }) => nominationWorkspacePath(body.nominationId)),
    // @ts-expect-error
    call(createAllocation).then(({ body }) => nominationWorkspacePath(body.donationId)),
  ],
  'a command': [
    allocate(db, actor, { amount: 1, donationId, nominationId }, null, settings),
    // @ts-expect-error
    allocate(db, actor, { amount: 1, donationId, nominationId: donationId }, null, settings),
  ],
  'a condition': [
    db.selectFrom('allocations').selectAll().where('donationId', '=', donationId),
    // @ts-expect-error
    db.selectFrom('allocations').selectAll().where('donationId', '=', nominationId),
  ],
  'a change': [
    db.updateTable('allocations').set({ nominationId }),
    // @ts-expect-error
    db.updateTable('allocations').set({ nominationId: donationId }),
  ],
  'a new id': [
    nominationWorkspacePath(newId<NominationId>()),
    // @ts-expect-error
    nominationWorkspacePath(newId<DonationId>()),
  ],
});

test('the id of a donation where the id of a nomination belongs does not compile', () => {
  expect(calls).toBeTypeOf('function');
});

import type { DonorChangeId, DonorId } from '#contract/ids.ts';
import type { DonorServices } from '#server/donors/donors/carry-over.ts';
import {
  changesAfter,
  findChange,
  refuseIfClosed,
  whileLocked,
} from '#server/donors/donors/changes-to-take-back.ts';
import { lockDonor } from '#server/donors/donors/lock-donors.ts';
import { recordChange } from '#server/donors/donors/record-change.ts';
import { tellOfReturn } from '#server/donors/donors/restore-address.ts';
import { undoChange } from '#server/donors/donors/undo-change.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';

/** The team takes a correction or a join back. Refusals: see the contract. */
export async function takeBackChange(
  db: Db,
  actor: TeamMember,
  { id, changeId }: { id: DonorId; changeId: DonorChangeId },
  services: DonorServices,
): Promise<void> {
  demandRight(actor, 'money.write');
  await whileLocked(db, async (trx) => {
    const former = await lockDonor(trx, id);
    const change = await findChange(trx, changeId);
    if (change?.donorId !== id) throw notFound('change');
    refuseIfClosed(change);
    const [later] = await changesAfter(trx, change);
    if (later) {
      throw new AppError(
        'take_back_in_order',
        'This donor was corrected again after that. Take the later correction back first.',
      );
    }
    const { counted, address } = await undoChange(trx, change, userActor(actor), services);
    if (change.kind === 'join') {
      if (counted && address) await tellOfReturn(trx, { id, to: counted, address }, services);
      return;
    }
    // An address that counted until now is left as with any correction, and so is one for which there is none instead.
    if (counted === null && (address !== null || former.email === null)) return;
    const kept = { addressChangedAt: former.addressChangedAt, lines: [], subscription: null };
    await recordChange(
      trx,
      {
        donorId: id,
        otherId: null,
        madeBy: actor.id,
        before: former,
        address,
        kept: { ...kept, join: null },
      },
      services.mailer,
    );
  });
}

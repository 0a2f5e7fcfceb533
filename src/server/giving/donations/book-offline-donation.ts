import type { CauseId, DonationId, DonorId } from '#contract/ids.ts';
import { createDonationLink } from '#server/donors/donation-links/commands.ts';
import { donationReceipt } from '#server/giving/donations/emails.ts';
import { mayMailDonor } from '#server/giving/donations/may-mail-donor.ts';
import { receiptFor } from '#server/giving/donations/receipt-for-taxes.ts';
import { recordMove } from '#server/ledger/record-move.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { readMissingCents } from '#server/provider/card-costs/queries.ts';

/** Books a donation that the team has entered and confirmed, and thanks its donor. */
export async function bookOfflineDonation(
  trx: Trx,
  donation: OfflineDonation,
  { actor, source }: { actor: string; source: string },
  mailer: Mailer,
): Promise<void> {
  const { id, causeId, causeName, amountCents, receivedOn, giver, donorId, thanksTo, isReal } =
    donation;
  await trx
    .insertInto('donations')
    .values({
      id,
      causeId,
      donorId,
      amountCents,
      receivedOn,
      isReal,
      source: 'offline',
      firstName: giver?.firstName ?? null,
      lastName: giver?.lastName ?? null,
      email: giver?.email ?? null,
      description: donation.note,
      isAvailableToVolunteerTime: false,
    })
    .execute();
  await recordMove(trx, 'payment', { donationId: id, amountCents, actor, source });
  const taxes = await receiptFor(trx, id, isReal, mailer.settings.current());
  if (thanksTo === null) return;
  if (!(await mayMailDonor(trx, { isReal, network: null, email: thanksTo }, mailer))) return;
  const link = await createDonationLink(trx, id, mailer);
  const mail = donationReceipt(
    mailer.config,
    {
      id,
      amountCents,
      causeName,
      receivedOn,
      email: thanksTo,
      isForRunningCosts: donation.isForRunningCosts,
      paymentIntentId: null,
      isAvailableToVolunteerTime: false,
      missingCents: await readMissingCents(trx),
    },
    link,
    taxes,
  );
  await mailer.enqueue(trx, { ...mail, donorId });
}

/** A donation that the team has entered: a check, cash, a transfer. */
export interface OfflineDonation {
  id: DonationId;
  causeId: CauseId;
  causeName: string;
  isForRunningCosts: boolean;
  amountCents: number;
  receivedOn: string;
  /** Null for whoever is not named, and without an address for whom nobody can write to. */
  giver: { firstName: string; lastName: string; email: string | null } | null;
  donorId: DonorId;
  /** Where thanks go: the donor's address, which may have been corrected since. */
  thanksTo: string | null;
  note: string;
  isReal: boolean;
}

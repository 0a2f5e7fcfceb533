import { sql } from 'kysely';
import type { DonorId } from '#contract/ids.ts';
import type { DonorServices } from '#server/donors/donors/carry-over.ts';
import { changeTakenBack } from '#server/donors/donors/emails.ts';
import type { Trx } from '#server/platform/db/schema.ts';

/** Sets since when a donor has had their address, as it was before a change that is taken back. */
export async function setAddressChangedAt(
  trx: Trx,
  id: DonorId,
  moment: string | null,
): Promise<void> {
  await trx.updateTable('donors').set({ addressChangedAt: moment }).where('id', '=', id).execute();
}

/** Ends private links to what is theirs again that were sent elsewhere. Those that only show a donation are of a browser. */
export async function deleteLinksSince(trx: Trx, id: DonorId, since: string): Promise<void> {
  await sql`delete from donation_links where created_at >= ${since} and not is_view_only
    and donation_id in (select id from donations where donor_id = ${id})`.execute(trx);
  await sql`delete from plan_links where created_at >= ${since}
    and plan_id in (select id from plans where donor_id = ${id})`.execute(trx);
  await sql`delete from statement_links where created_at >= ${since} and donor_id = ${id}`.execute(
    trx,
  );
}

/** Tells an address that counted as a donor's own that it does not anymore. */
export async function tellOfReturn(
  trx: Trx,
  { id, to, address }: { id: DonorId; to: string; address: string },
  { mailer }: DonorServices,
): Promise<void> {
  const mail = changeTakenBack(mailer.config, { to, address });
  await mailer.enqueue(trx, { ...mail, donorId: id });
}

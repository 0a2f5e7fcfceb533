import { adminPaths } from '#contract/admin-pages.ts';
import type { CauseId } from '#contract/ids.ts';
import { raiseAlert } from '#server/platform/alerting/raise-alert.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/** Tells the team of a donation that was paid after its cause was closed. */
export function tellOfClosedCause(
  trx: Trx,
  { causeId, causeName }: { causeId: CauseId; causeName: string },
  mailer: Mailer,
): Promise<void> {
  return raiseAlert(
    trx,
    {
      key: `paid-while-closed:${causeId}`,
      title: 'Somebody donated to a cause that is closed',
      message: `“${causeName}” was closed while a donor was paying for it. The donation is in the books, and the donor was told. It can be allocated to nominations of this cause, as everything that was donated to it.`,
      path: adminPaths.donations,
    },
    mailer,
  );
}

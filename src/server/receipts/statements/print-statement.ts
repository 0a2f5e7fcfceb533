import type { DonorId } from '#contract/ids.ts';
import type { PrintedFile } from '#contract/printed-file.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { statementDocument } from '#core/receipts/receipt-documents.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { drawPdf } from '#server/platform/pdf/draw-pdf.ts';
import type { LineCaller } from '#server/platform/pdf/fair-line.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import {
  donationsInPeriod,
  donorOnStatement,
  findStatementLink,
  type Period,
} from '#server/receipts/statements/queries.ts';

interface Services {
  config: Config;
  settings: SettingsStore;
}

/**
 * The statement of a donor as a PDF, with what is true at this moment: it is made anew each time, because money may have
 * gone back since. 409 if they gave nothing in the period.
 */
export async function printStatement(
  db: Db,
  donorId: DonorId,
  period: Period,
  { config, settings }: Services,
  caller: LineCaller,
): Promise<PrintedFile> {
  const { timeZone, receipts } = settings.current();
  const { donorName, postalAddress } = await donorOnStatement(db, donorId);
  const donations = await donationsInPeriod(db, donorId, period);
  if (donations.length === 0) {
    throw new AppError(
      'nothing_left',
      'There is no donation in this period, so there is no statement.',
    );
  }
  const now = new Date();
  const { bytes } = await drawPdf(
    statementDocument(
      {
        donorName,
        donorAddress: postalAddress,
        ...period,
        madeOn: isoDayOf(now, timeZone),
        donations,
      },
      receipts,
      { name: config.site.name, isTrial: config.isTrial },
    ),
    now,
    caller,
  );
  return {
    name: `statement-${period.from}-${period.to}.pdf`,
    base64: bytes.toString('base64'),
  };
}

/** {@link printStatement} for the donor, who has their turn as one caller whichever link they use. */
export function printStatementForDonor(
  db: Db,
  donorId: DonorId,
  period: Period,
  services: Services,
  signal: AbortSignal,
): Promise<PrintedFile> {
  return printStatement(db, donorId, period, services, { name: `donor:${donorId}`, signal });
}

/** {@link printStatement} for the link of a mailed statement. */
export async function printLinkedStatement(
  db: Db,
  token: string,
  services: Services,
  signal: AbortSignal,
): Promise<PrintedFile> {
  const { donorId, ...period } = await findStatementLink(db, token);
  return printStatementForDonor(db, donorId, period, services, signal);
}

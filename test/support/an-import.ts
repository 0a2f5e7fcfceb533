import type { ImportMapping } from '#contract/imports/imports.ts';
import { uploadImport } from '#server/imports/upload-import.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { TestApp } from '#test/support/app.ts';
import { aCause } from '#test/support/factories.ts';

/** How the file of {@link anUploadedImport} is read. */
export const importMappingOfTests: ImportMapping = {
  system: 'Our list',
  delimiter: ',',
  skippedLines: 0,
  decimalMark: '.',
  dateOrder: 'ymd',
  timeZone: 'UTC',
  idColumn: 0,
  dateColumn: 1,
  timeColumn: null,
  zoneColumn: null,
  amountColumn: 2,
  refundedColumn: null,
  currencyColumn: null,
  statusColumn: null,
  causeColumn: 3,
  nameColumn: null,
  firstNameColumn: null,
  lastNameColumn: null,
  emailColumn: null,
  phoneColumn: null,
  zipColumn: null,
  noteColumn: null,
  anonymousColumn: null,
  paymentColumn: null,
  isSpentBefore: false,
  spentColumn: null,
  matchColumn: null,
  typeColumn: null,
  organizationColumn: null,
  donatedWords: [],
  leftOutWords: [],
};

/** A file with one donation. */
export async function anUploadedImport(testApp: TestApp, actor: TeamMember) {
  const { name } = await aCause(testApp);
  const bytes = Buffer.from(`Nr,Date,Amount,Fund\n${newId()},2026-01-02,5.00,${name}\n`);
  return uploadImport(testApp.db, actor, { fileName: 'gifts.csv', bytes }, testApp);
}

import { expect } from 'vitest';
import type { ImportMapping } from '#contract/imports/imports.ts';
import { bookImport } from '#server/imports/book-import.ts';
import { bookNextLines } from '#server/imports/book-lines.ts';
import { checkFile } from '#server/imports/check-file.ts';
import {
  checkImport,
  chooseImportCauses,
  deleteImport,
  deleteOldImports,
} from '#server/imports/commands.ts';
import { takeBackImport } from '#server/imports/take-back-import.ts';
import { takeBackNextLines } from '#server/imports/take-back-lines.ts';
import { tryImportMapping } from '#server/imports/try-import-mapping.ts';
import { uploadImport } from '#server/imports/upload-import.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { TestApp } from '#test/support/app.ts';
import { aCause, anAdministrator } from '#test/support/factories.ts';

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

/** Every command about imports, which all open a transaction, with what it needs. */
export function importCommands(testApp: TestApp) {
  const anUploaded = async () => {
    const actor = await anAdministrator(testApp);
    const { id, revision } = await anUploadedImport(testApp, actor);
    return { actor, id, revision };
  };
  const check = ({ actor, id, revision }: Awaited<ReturnType<typeof anUploaded>>) =>
    checkImport(testApp.db, actor, { id, revision, mapping: importMappingOfTests }, testApp.boss);
  const aChecked = async () => {
    const uploaded = await anUploaded();
    await check(uploaded);
    await work(uploaded.id, 'checked');
    const { revision } = await rowOf(uploaded.id);
    return { ...uploaded, revision };
  };
  const aBooked = async () => {
    const checked = await aChecked();
    const { actor, id, revision } = checked;
    await bookImport(testApp.db, actor, { id, revision }, null, testApp.boss);
    await work(id, 'booked');
    return checked;
  };
  const rowOf = (id: Awaited<ReturnType<typeof anUploaded>>['id']) =>
    testApp.db
      .selectFrom('imports')
      .select(['state', 'revision'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  /** The workers of the test's application may be at it as well. */
  const work = (id: Parameters<typeof rowOf>[0], until: string) =>
    expect.poll(async () => (await rowOf(id)).state).toBe(until);
  return {
    async uploadImport() {
      const actor = await anAdministrator(testApp);
      return () => anUploadedImport(testApp, actor);
    },
    async tryImportMapping() {
      const { actor, id } = await anUploaded();
      const input = { id, mapping: importMappingOfTests };
      return () => tryImportMapping(testApp.db, actor, input, testApp);
    },
    async checkImport() {
      const uploaded = await anUploaded();
      return () => check(uploaded);
    },
    async checkFile() {
      const { id } = await anUploaded();
      return () => checkFile(testApp.db, id, { storage: testApp.storage, timeZone: 'UTC' });
    },
    async chooseImportCauses() {
      const { actor, id, revision } = await aChecked();
      return () => chooseImportCauses(testApp.db, actor, { id, revision, causes: [] });
    },
    async bookImport() {
      const { actor, id, revision } = await aChecked();
      return () => bookImport(testApp.db, actor, { id, revision }, newId(), testApp.boss);
    },
    async bookNextLines() {
      const { id } = await aBooked();
      return () => bookNextLines(testApp.db, id, testApp.mailer);
    },
    async takeBackImport() {
      const { actor, id } = await aBooked();
      const input = { id, reason: 'It was wrong.' };
      return () => takeBackImport(testApp.db, actor, input, newId(), testApp.boss);
    },
    async takeBackNextLines() {
      const { id } = await aBooked();
      return () => takeBackNextLines(testApp.db, id);
    },
    async deleteImport() {
      const { actor, id } = await anUploaded();
      return () => deleteImport(testApp.db, actor, id);
    },
    async deleteOldImports() {
      return () => deleteOldImports(testApp.db);
    },
  };
}

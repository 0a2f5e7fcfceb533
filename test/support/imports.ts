import { vi } from 'vitest';
import type { ErrorBody } from '#contract/errors.ts';
import type { ImportId } from '#contract/ids.ts';
import {
  bookImport,
  checkImport,
  getImport,
  type ImportDetail,
  type ImportMapping,
  listImportLines,
  takeBackImport,
  uploadImport,
} from '#contract/imports/imports.ts';
import { busyImportStates } from '#core/imports/imports.ts';
import type { TestApp } from '#test/support/app.ts';
import { aTeamMember, signIn } from '#test/support/factories.ts';

/** Calls of treasurers about imports. */
export function importCalls(testApp: TestApp) {
  const signedIn: Record<string, Promise<string>> = {};
  /** The cookie of the person with this name in the test. */
  const as = (name: string) => {
    signedIn[name] ??= aTeamMember(testApp, 'treasurer').then((user) => signIn(testApp, user));
    return signedIn[name];
  };

  async function upload(content: string | Uint8Array, fileName = 'gifts.csv') {
    const response = await testApp.request({
      method: 'POST',
      url: uploadImport.path,
      query: { fileName },
      headers: { 'content-type': 'application/octet-stream', cookie: await as('importer') },
      payload: Buffer.from(content),
    });
    const body = response.json();
    return { status: response.statusCode, body: body as ImportDetail, error: body as ErrorBody };
  }

  const find = async (id: ImportId): Promise<ImportDetail> =>
    (await testApp.call(getImport, { cookie: await as('importer'), params: { id } })).body;

  /** Waits until a job has done what is to be done. */
  async function settled(id: ImportId): Promise<ImportDetail> {
    const isBusy = ({ state }: ImportDetail) => busyImportStates.some((busy) => busy === state);
    return vi.waitUntil(
      async () => {
        const found = await find(id);
        return !isBusy(found) && found;
      },
      { timeout: 60_000 },
    );
  }

  const check = async (
    { id, revision, mapping }: ImportDetail,
    changes: Partial<ImportMapping> = {},
  ) =>
    testApp.call(checkImport, {
      cookie: await as('importer'),
      params: { id },
      body: { revision, importMapping: { ...(mapping as ImportMapping), ...changes } },
    });

  async function aCheckedImport(
    content: string | Uint8Array,
    changes: Partial<ImportMapping> = {},
  ): Promise<ImportDetail> {
    const { body, status, error } = await upload(content);
    if (status !== 201) throw new Error(error.message);
    const checking = await check(body, changes);
    if (checking.status !== 200) throw new Error(checking.error.message);
    return settled(body.id);
  }

  const book = async (
    { id, revision }: Pick<ImportDetail, 'id' | 'revision'>,
    who = 'importer',
    idempotencyKey?: string,
  ) =>
    testApp.call(bookImport, {
      cookie: await as(who),
      params: { id },
      body: { revision },
      ...(idempotencyKey && { idempotencyKey }),
    });

  async function aBookedImport(
    content: string | Uint8Array,
    changes: Partial<ImportMapping> = {},
  ): Promise<ImportDetail> {
    const answer = await book(await aCheckedImport(content, changes));
    if (answer.status !== 200)
      throw new Error(answer.error.message ?? 'Somebody has to approve it');
    return settled(answer.body.id);
  }

  const takeBack = async ({ id }: Pick<ImportDetail, 'id'>, who = 'importer') =>
    testApp.call(takeBackImport, {
      cookie: await as(who),
      params: { id },
      body: { reason: 'It was the wrong file.' },
    });

  const linesOf = async (
    { id }: Pick<ImportDetail, 'id'>,
    query: { show?: 'problem' | 'changed' | 'known' | 'left_out' | 'new' | 'remarked' } = {},
  ) =>
    (
      await testApp.call(listImportLines, {
        cookie: await as('importer'),
        params: { id },
        query,
      })
    ).body;

  /** The donations that an import became, in the order of the file. */
  const donationsOf = ({ id }: Pick<ImportDetail, 'id'>) =>
    testApp.db
      .selectFrom('importLines')
      .innerJoin('donations', 'donations.id', 'importLines.donationId')
      .leftJoin('causes', 'causes.id', 'donations.causeId')
      .selectAll('donations')
      .select('causes.name as cause')
      .where('importId', '=', id)
      .orderBy('line')
      .execute();

  return {
    as,
    upload,
    find,
    settled,
    check,
    aCheckedImport,
    book,
    aBookedImport,
    takeBack,
    linesOf,
    donationsOf,
  };
}

import type { z } from 'zod';
import type { ImportId } from '#contract/ids.ts';
import type { ImportDraft, tryImportMapping as tryContract } from '#contract/imports/imports.ts';
import { fileGone, isComplete, missingIn, siteNow } from '#server/imports/policy.ts';
import { readDonations, repeatedIdIn, unknownWordsIn } from '#server/imports/read-donations.ts';
import { sampleBytes, sampleOf } from '#server/imports/sample-of-file.ts';
import { demandRight, type TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import { splitCsv } from '#server/platform/reading/split-csv.ts';
import { UnreadableFileError } from '#server/platform/reading/unreadable-file.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { type FileStorage, readStored } from '#server/platform/storage/storage.ts';

/** Reads the first lines with a mapping, as they would be imported. */
export async function tryImportMapping(
  db: Db,
  actor: TeamMember,
  { id, mapping }: { id: ImportId; mapping: ImportDraft },
  { storage, settings }: { storage: FileStorage; settings: SettingsStore },
): Promise<z.output<(typeof tryContract)['response']>> {
  demandRight(actor, 'money.write');
  const { storageKey, bytes } = await db
    .selectFrom('imports')
    .select(['storageKey', 'bytes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('import'));
  if (storageKey === null) throw fileGone();
  const length = Math.min(bytes, sampleBytes);
  const beginning = await readStored(storage, storageKey, { start: 0, end: length - 1 });
  const sample = sampleOf(beginning, bytes);
  const isCut = bytes > sampleBytes;
  try {
    const { titles } = splitCsv(sample, mapping, { isCut });
    if (!isComplete(mapping)) {
      return { titles, examples: [], problem: missingIn(mapping), unknownWords: [] };
    }
    const site = siteNow(settings.current().timeZone);
    const read = readDonations(sample, { mapping, titles: null, isCut }, site);
    const examples = read.flatMap(({ externalId, donation }) =>
      donation === null
        ? []
        : [
            {
              externalId: mapping.idColumn === null ? '' : externalId,
              receivedOn: donation.receivedOn,
              amount: donation.amountCents,
              spentBefore: donation.spentBeforeCents,
              name: `${donation.firstName} ${donation.lastName}`.trim(),
              email: donation.email,
              cause: donation.cause,
            },
          ],
    );
    const wrong = read.find(({ outcome }) => outcome === 'problem');
    const repeated = repeatedIdIn(read, { mapping, titles });
    return {
      titles,
      examples: examples.slice(0, 3),
      unknownWords: unknownWordsIn(read),
      problem: repeated ?? (wrong ? `Line ${wrong.line}: ${wrong.remark}` : null),
    };
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return { titles: [], examples: [], problem: error.message, unknownWords: [] };
  }
}

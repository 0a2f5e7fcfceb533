import { useState } from 'react';
import type { BankAccount } from '#contract/banking/bank-accounts.ts';
import type { CsvDraft, CsvMapping } from '#contract/banking/csv-mapping.ts';
import { likelyEncoding, type TextEncoding } from '#core/platform/decode-text.ts';
import { type AmountWay, missingChoice } from '#web/admin/banking/bank-statements/csv-choices.ts';
import { isCsv, readSample } from '#web/admin/banking/bank-statements/read-sample.ts';

/** How the chosen file is read, as far as somebody has said it; nothing of it matters unless it is a CSV file. */
export function useCsvMapping(account: BankAccount) {
  const [sample, setSample] = useState<string | null>(null);
  const [mapping, setMapping] = useState<CsvDraft | null>(account.csvMapping);
  const [chosenWay, chooseWay] = useState<AmountWay | null>(null);
  const [areColumnsAsked, askColumns] = useState(false);
  const missing = mapping === null ? null : missingChoice(mapping, chosenWay);
  const isChanged = sample !== null && mapping !== account.csvMapping;
  return {
    /** Whether somebody has to say more before it can be imported. */
    isUnclear: sample !== null && (missing !== null || !isComplete(mapping)),
    hasNoBalances: sample !== null && mapping?.balanceColumn === null,
    /** As JSON; without it, it is read as the one before: the server compares the columns. */
    changedMapping: isChanged && isComplete(mapping) ? JSON.stringify(mapping) : undefined,
    /** What its fields show; null if it needs none. */
    fields:
      sample === null
        ? null
        : {
            account,
            sample,
            mapping,
            chosenWay,
            onWay: chooseWay,
            missing: areColumnsAsked ? missing : null,
          },
    /** Shows from now on what is missing. */
    ask: () => askColumns(true),
    async choose(file: File | null) {
      const next = await sampleOf(file, mapping?.encoding ?? likelyEncoding(account.currency));
      // How another list is read says nothing about this one.
      if (titleLine(next, mapping) !== titleLine(sample, mapping)) {
        setMapping(account.csvMapping);
        chooseWay(null);
        askColumns(false);
      }
      setSample(next);
    },
    change(next: CsvDraft, file: File | null) {
      setMapping(next);
      if (mapping && next.encoding !== mapping.encoding) {
        void sampleOf(file, next.encoding).then(setSample);
      }
    },
  };
}

function isComplete(mapping: CsvDraft | null): mapping is CsvMapping {
  return mapping !== null && mapping.dateColumn !== null && mapping.dateOrder !== null;
}

/** The beginning of a file whose columns somebody has to look at; null for any other, whatever its name says. */
async function sampleOf(file: File | null, encoding: TextEncoding): Promise<string | null> {
  const sample = file && isCsv(file) ? await readSample(file, encoding) : null;
  return sample?.includes('\0') ? null : sample;
}

/** Where a mapping has the titles of the columns. */
function titleLine(sample: string | null, mapping: CsvDraft | null): string | undefined {
  return sample?.split(/\r?\n/)[mapping?.skippedLines ?? 0];
}

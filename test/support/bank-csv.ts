import { csvMapping } from '#contract/banking/csv-mapping.ts';
import { csv } from '#test/support/bank-files.ts';

/** How {@link csv} writes files. */
export const csvMappingOfTests = csvMapping.parse({
  delimiter: ',',
  skippedLines: 0,
  decimalMark: '.',
  dateOrder: 'mdy',
  dateColumn: 0,
  amountColumn: 3,
  incomingColumn: null,
  outgoingColumn: null,
  balanceColumn: 4,
  referenceColumn: null,
  counterpartyColumn: 1,
  textColumns: [2],
});
/** Such a file. */
export const csvSampleOfTests = csv({
  openingCents: 0,
  lines: [
    { day: '2026-01-05', cents: 100 },
    { day: '2026-01-06', cents: 200 },
  ],
});

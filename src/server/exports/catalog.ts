import type { ExportListName } from '#contract/exports/export-lists.ts';
import { bankingLists } from '#server/exports/banking-lists.ts';
import { donorLists } from '#server/exports/donor-lists.ts';
import { givingLists } from '#server/exports/giving-lists.ts';
import { importLists } from '#server/exports/import-lists.ts';
import { accounting } from '#server/exports/journal-list.ts';
import { ledgerLists } from '#server/exports/ledger-lists.ts';
import type { ExportList } from '#server/exports/list.ts';
import { operationsLists } from '#server/exports/operations-lists.ts';
import { planLists } from '#server/exports/plan-lists.ts';
import { providerLists } from '#server/exports/provider-lists.ts';
import { receiptLists } from '#server/exports/receipt-lists.ts';
import { spendingLists } from '#server/exports/spending-lists.ts';
import { vettingLists } from '#server/exports/vetting-lists.ts';
import { volunteerLists } from '#server/exports/volunteer-lists.ts';

/** What is in each list that can be exported, which the file of its domain says. `src/core/exports/export-lists.ts` has its words. */
export const catalog: Record<ExportListName, ExportList> = {
  accounting,
  ...givingLists,
  ...donorLists,
  ...planLists,
  ...volunteerLists,
  ...vettingLists,
  ...spendingLists,
  ...ledgerLists,
  ...providerLists,
  ...receiptLists,
  ...bankingLists,
  ...importLists,
  ...operationsLists,
};

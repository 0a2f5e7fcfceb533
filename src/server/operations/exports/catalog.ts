import type { ExportListName } from '#core/export-lists.ts';
import { announcedTransfers } from '#server/operations/exports/announced-transfer-list.ts';
import { bankLines } from '#server/operations/exports/bank-list.ts';
import { cardCosts } from '#server/operations/exports/card-cost-list.ts';
import { comments } from '#server/operations/exports/comment-list.ts';
import { deposits } from '#server/operations/exports/deposit-list.ts';
import { expectedDonations } from '#server/operations/exports/expected-donation-list.ts';
import { giftAidSchedule } from '#server/operations/exports/gift-aid-list.ts';
import { importLines } from '#server/operations/exports/import-list.ts';
import { inKind } from '#server/operations/exports/in-kind-list.ts';
import { accounting } from '#server/operations/exports/journal-list.ts';
import type { ExportList } from '#server/operations/exports/list.ts';
import { allocations, donations, donors, ledger } from '#server/operations/exports/money-lists.ts';
import {
  causes,
  expenses,
  missingProof,
  nominations,
  receipts,
} from '#server/operations/exports/need-lists.ts';
import { plans } from '#server/operations/exports/plan-list.ts';
import { taxReceipts } from '#server/operations/exports/tax-receipt-list.ts';
import { auditTrail } from '#server/operations/exports/trail-list.ts';
import { volunteerHours, volunteers } from '#server/operations/exports/volunteer-lists.ts';

/**
 * What is in each list that can be exported. Another one is an entry here, with the words of the screen in
 * `src/core/export-lists.ts`, and a button on its page.
 */
export const catalog: Record<ExportListName, ExportList> = {
  donations,
  'in-kind': inKind,
  'expected-donations': expectedDonations,
  comments,
  plans,
  donors,
  volunteers,
  'volunteer-hours': volunteerHours,
  nominations,
  causes,
  allocations,
  expenses,
  receipts,
  ledger,
  accounting,
  'card-costs': cardCosts,
  'tax-receipts': taxReceipts,
  'gift-aid': giftAidSchedule,
  deposits,
  'announced-transfers': announcedTransfers,
  'bank-lines': bankLines,
  'import-lines': importLines,
  'missing-proof': missingProof,
  'audit-trail': auditTrail,
};

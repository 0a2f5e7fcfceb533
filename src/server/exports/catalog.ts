import type { ExportListName } from '#core/exports/export-lists.ts';
import { announcedTransfers } from '#server/exports/announced-transfer-list.ts';
import { bankLines } from '#server/exports/bank-list.ts';
import { cardCosts } from '#server/exports/card-cost-list.ts';
import { comments } from '#server/exports/comment-list.ts';
import { deposits } from '#server/exports/deposit-list.ts';
import { expectedDonations } from '#server/exports/expected-donation-list.ts';
import { giftAidSchedule } from '#server/exports/gift-aid-list.ts';
import { importLines } from '#server/exports/import-list.ts';
import { inKind } from '#server/exports/in-kind-list.ts';
import { accounting } from '#server/exports/journal-list.ts';
import type { ExportList } from '#server/exports/list.ts';
import { allocations, donations, donors, ledger } from '#server/exports/money-lists.ts';
import {
  causes,
  expenses,
  missingProof,
  nominations,
  receipts,
} from '#server/exports/need-lists.ts';
import { plans } from '#server/exports/plan-list.ts';
import { taxReceipts } from '#server/exports/tax-receipt-list.ts';
import { auditTrail } from '#server/exports/trail-list.ts';
import { volunteerHours, volunteers } from '#server/exports/volunteer-lists.ts';

/**
 * What is in each list that can be exported. Another one is an entry here, with the words of the screen in
 * `src/core/exports/export-lists.ts`, and a button on its page.
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

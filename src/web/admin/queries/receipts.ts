import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReceiptsOfDonation } from '#contract/giving/receipts.ts';
import type { DonationId, DonationReceiptId } from '#contract/ids.ts';
import type { ReceiptState } from '#core/receipt-states.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { saveFile } from '#web/client/save-file.ts';
import { notifySuccess } from '#web/ui/notify.ts';

/** Filters of the list of receipts; empty for none. */
export interface ReceiptFilters {
  year: string;
  state: ReceiptState | '';
  search: string;
}

/** The parameters of the call; an empty filter filters nothing. */
export function receiptQuery({ year, state, search }: ReceiptFilters) {
  return { year: year || undefined, state: state || undefined, search: search || undefined };
}

const key = ['donation-receipts'];

/** Receipts of donations, the newest first. */
export function useDonationReceipts(filters: ReceiptFilters) {
  const query = receiptQuery(filters);
  return usePagedList({
    queryKey: [...key, 'list', query],
    load: (page) => callPage(endpoints.listDonationReceipts, { query, ...page }),
  });
}

/** One receipt; requested only if there is an id. */
export function useDonationReceipt(id: DonationReceiptId | null) {
  return useQuery({
    queryKey: [...key, 'detail', id],
    queryFn:
      id === null
        ? skipToken
        : ({ signal }) => call(endpoints.getDonationReceipt, { params: { id }, signal }),
  });
}

/** The receipts of a donation, and whether one can be issued; requested only by whoever may see them. */
export function useReceiptsOfDonation(id: DonationId, mayRead: boolean) {
  return useQuery({
    queryKey: [...key, 'donation', id],
    queryFn: mayRead
      ? ({ signal }) => call(endpoints.getReceiptsOfDonation, { params: { id }, signal })
      : skipToken,
  });
}

/** Saves the PDF of a receipt as it was drawn first. */
export function useSaveReceipt() {
  return useMutation({
    mutationFn: (id: DonationReceiptId) => call(endpoints.getReceiptPdf, { params: { id } }),
    onSuccess: saveFile,
  });
}

/** Makes a copy of a receipt, and saves it. */
export function useCopyReceipt() {
  const refresh = useRefreshReceipts();
  return useMutation({
    mutationFn: (id: DonationReceiptId) => call(endpoints.copyReceipt, { params: { id } }),
    onSuccess: saveFile,
    onSettled: refresh,
  });
}

export function useVoidReceipt() {
  const refresh = useRefreshReceipts();
  return useMutation({
    mutationFn: ({ id, reason }: { id: DonationReceiptId; reason: string }) =>
      call(endpoints.voidReceipt, { params: { id }, body: { reason } }),
    onSuccess: ({ number }) => notifySuccess(`Receipt No. ${number} is void`),
    onSettled: refresh,
  });
}

/** Issues a corrected receipt in place of one. */
export function useReplaceReceipt() {
  const refresh = useRefreshReceipts();
  return useMutation({
    mutationFn: ({
      id,
      ...body
    }: {
      id: DonationReceiptId;
      reason: string;
      donorName: string;
      donorAddress: string;
    }) => call(endpoints.replaceReceipt, { params: { id }, body }),
    onSuccess: ({ number }) => notifySuccess(`Receipt No. ${number} was issued`),
    onSettled: refresh,
  });
}

/** Issues receipts for donations that have none. */
export function useIssueReceipts() {
  const refresh = useRefreshReceipts();
  return useMutation({
    mutationFn: ({ ids, idempotencyKey }: { ids: DonationId[]; idempotencyKey: string }) =>
      call(endpoints.issueReceipts, { body: { ids }, idempotencyKey }),
    onSettled: refresh,
  });
}

/** Says what a donor got in return; null for nothing. */
export function useSetDonationGoods(id: DonationId) {
  const refresh = useRefreshReceipts();
  return useMutation({
    mutationFn: (goods: ReceiptsOfDonation['goods']) =>
      call(endpoints.setDonationGoods, { params: { id }, body: { goods } }),
    onSuccess: () => notifySuccess('Saved'),
    onSettled: refresh,
  });
}

function useRefreshReceipts() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: key });
}

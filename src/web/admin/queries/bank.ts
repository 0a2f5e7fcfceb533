import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { CsvDraft, CsvMapping } from '#contract/banking/csv-mapping.ts';
import type { BankAccountId, BankStatementId } from '#contract/ids.ts';
import { countOf } from '#core/counts.ts';
import { awaitsApproval } from '#web/admin/client/awaits-approval.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { useRefreshMoney } from '#web/admin/queries/money.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

/** The bank accounts of the charity. */
export function useBankAccounts() {
  return useQuery({
    queryKey: ['bank', 'accounts'],
    queryFn: ({ signal }) => call(endpoints.listBankAccounts, { signal }),
  });
}

export function useBankStatements(id: BankAccountId) {
  return useQuery({
    queryKey: ['bank', 'statements', id],
    queryFn: ({ signal }) => call(endpoints.listBankStatements, { params: { id }, signal }),
  });
}

export function useBankLines(id: BankAccountId) {
  return usePagedList({
    queryKey: ['bank', 'lines', id],
    load: (page) => callPage(endpoints.listBankLines, { params: { id }, query: {}, ...page }),
  });
}

/** How the beginning of a CSV file is read with a mapping, or, with null, as it looks. */
export function useCsvTrial(id: BankAccountId, sample: string, mapping: CsvDraft | null) {
  return useQuery({
    queryKey: ['bank', 'csv', id, sample, mapping],
    queryFn: ({ signal }) =>
      call(endpoints.tryCsvMapping, { params: { id }, body: { sample, mapping }, signal }),
    // The fields must not vanish while an answer to a change is on its way.
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

interface AccountInput {
  name: string;
  number: string;
  isClosed: boolean;
}

/** Adds an account or, with an id, changes it. */
export function useSaveBankAccount(id: BankAccountId | null) {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({ isClosed, ...body }: AccountInput) =>
      id === null
        ? call(endpoints.addBankAccount, { body })
        : call(endpoints.changeBankAccount, { params: { id }, body: { ...body, isClosed } }),
    onSuccess: refresh,
  });
}

interface Import {
  file: File;
  /** How a CSV file is read; null for other files. */
  csvMapping: CsvMapping | null;
  closingCents: number | undefined;
  /** The account of the file that is meant, if it has several. */
  account: string | undefined;
}

export function useImportStatements(id: BankAccountId) {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({ file, csvMapping, ...query }: Import) =>
      call(endpoints.importStatements, {
        params: { id },
        query: {
          ...query,
          fileName: file.name,
          ...(csvMapping && { csvMapping: JSON.stringify(csvMapping) }),
        },
        content: file,
      }),
    onSuccess(imported) {
      if (awaitsApproval(imported)) return;
      const { added, known } = imported;
      const were = known === 1 ? 'was' : 'were';
      notifySuccess(
        added === 0
          ? 'There is nothing new in this file: all of its lines were known.'
          : known === 0
            ? `Imported ${countOf(added, 'line')}.`
            : `Imported ${countOf(added, 'new line')}; ${countOf(known, 'other')} ${were} known.`,
      );
      return refresh();
    },
  });
}

export function useRemoveStatements() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (id: BankStatementId) => call(endpoints.removeStatements, { params: { id } }),
    onSuccess: refresh,
  });
}

import { useMutation, useQuery } from '@tanstack/react-query';
import type { MatchPart, RecordedPart, UnmatchedLine } from '#contract/banking/bank-matches.ts';
import type { BankLineId, MonthLockId } from '#contract/ids.ts';
import { countOf } from '#core/counts.ts';
import { maxAtOnce } from '#core/many-at-once.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { useRefreshMoney } from '#web/admin/queries/money.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { notifyError, notifySuccess } from '#web/ui/notify.ts';

/** Lines that nobody has matched yet, with what each probably is. */
export function useUnmatchedLines() {
  return usePagedList({
    queryKey: ['bank', 'unmatched'],
    load: (page) => callPage(endpoints.listUnmatchedLines, { query: {}, ...page }),
  });
}

/** A line with what it is or may be; nothing without an id. */
export function useBankLine(id: BankLineId | null) {
  return useQuery({
    queryKey: ['bank', 'line', id],
    queryFn: ({ signal }) =>
      call(endpoints.getBankLine, { params: { id: id as BankLineId }, signal }),
    enabled: id !== null,
  });
}

export function useMatchLine(id: BankLineId) {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (parts: MatchPart[]) =>
      call(endpoints.matchLine, { params: { id }, body: { parts } }),
    onSuccess: refresh,
  });
}

export function useUnmatchLine(id: BankLineId) {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (reason: string) =>
      call(endpoints.unmatchLine, { params: { id }, body: { reason } }),
    onSuccess: refresh,
  });
}

type Proposed = UnmatchedLine & { proposal: NonNullable<UnmatchedLine['proposal']> };

/** Accepts what is proposed for these lines, a hundred of them at a time. */
export function useAcceptProposals() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: async (lines: Proposed[]) => {
      const outcome = { done: 0, refused: [] as string[] };
      for (let start = 0; start < lines.length; start += maxAtOnce) {
        const matchedLines = lines
          .slice(start, start + maxAtOnce)
          .map(({ id, cents, proposal }) => ({
            id,
            parts: [{ kind: proposal.kind, id: proposal.id, cents } as RecordedPart],
          }));
        const { done, refused } = await call(endpoints.matchLines, { body: { matchedLines } });
        outcome.done += done.length;
        outcome.refused.push(...refused.map(({ reason }) => reason));
      }
      return outcome;
    },
    onSuccess({ done, refused }) {
      if (done > 0) notifySuccess(`Matched ${countOf(done, 'line')}.`);
      const [reason] = refused;
      if (reason !== undefined)
        notifyError(`${countOf(refused.length, 'line')} could not be matched. ${reason}`);
      return refresh();
    },
  });
}

/** The months since the first statement. */
export function useBankMonths() {
  return useQuery({
    queryKey: ['bank', 'months'],
    queryFn: ({ signal }) => call(endpoints.listBankMonths, { signal }),
  });
}

export function useLockMonth() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (month: string) => call(endpoints.lockMonth, { body: { month } }),
    onSuccess: refresh,
  });
}

export function useUnlockMonth() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({ id, reason }: { id: MonthLockId; reason: string }) =>
      call(endpoints.unlockMonth, { params: { id }, body: { reason } }),
    onSuccess: refresh,
  });
}

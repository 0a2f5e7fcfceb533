import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ChecklistPointId, NominationId } from '#contract/ids.ts';
import type {
  checklistInput,
  NominationChecklist,
  nominationPointInput,
} from '#contract/vetting/checklists.ts';
import type { NomineeKind } from '#core/checklists.ts';
import { awaitsApproval } from '#web/admin/client/awaits-approval.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { call } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

const listsKey = ['checklists', 'lists'];
const checklistKey = (id: NominationId) => ['checklists', 'nomination', id];

/** The list of each kind of nominee, with its versions. */
export function useChecklists() {
  return useQuery({
    queryKey: listsKey,
    queryFn: ({ signal }) => call(endpoints.listChecklists, { signal }),
  });
}

export function useSaveChecklist(kind: NomineeKind) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof checklistInput>) =>
      call(endpoints.saveChecklist, { params: { kind }, body }),
    onSuccess: (lists) => {
      if (awaitsApproval(lists)) return;
      queryClient.setQueryData(listsKey, lists);
      notifySuccess('Checklist saved');
      // Nominations that are being checked say that there is a newer version.
      return queryClient.invalidateQueries({ queryKey: ['checklists', 'nomination'] });
    },
  });
}

/** The checklist of a nomination; asked for only by whoever may read it. */
export function useNominationChecklist(id: NominationId, isAllowed = true) {
  return useQuery({
    queryKey: checklistKey(id),
    queryFn: ({ signal }) => call(endpoints.getNominationChecklist, { params: { id }, signal }),
    enabled: isAllowed,
    refetchInterval: ({ state }) => (isPreparing(state.data) ? 1_000 : false),
  });
}

function isPreparing(data: NominationChecklist | undefined): boolean {
  return data?.checklist?.points.some(({ paper }) => paper?.state === 'processing') ?? false;
}

function useStoreChecklist(id: NominationId) {
  const queryClient = useQueryClient();
  return {
    onSuccess: (checklist: NominationChecklist) =>
      queryClient.setQueryData(checklistKey(id), checklist),
    // Somebody else was faster: show the current state.
    onError: () => queryClient.invalidateQueries({ queryKey: checklistKey(id) }),
  };
}

export function useBeginChecklist(id: NominationId) {
  return useMutation({
    mutationFn: (kind: NomineeKind) =>
      call(endpoints.beginChecklist, { params: { id }, body: { kind } }),
    ...useStoreChecklist(id),
  });
}

export function useChangePoint(id: NominationId, pointId: ChecklistPointId) {
  return useMutation({
    mutationFn: (body: z.input<typeof nominationPointInput>) =>
      call(endpoints.changePoint, { params: { id, pointId }, body }),
    ...useStoreChecklist(id),
  });
}

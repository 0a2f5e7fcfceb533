import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/giving/volunteers.ts';
import type { NominationId, UserId, VolunteerHoursId, VolunteerOfferId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { useMay } from '#web/admin/client/session.ts';
import { notifyMailed } from '#web/admin/queries/mail.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

/** Filters of the list of offers. */
export interface VolunteerFilters {
  search: string;
  state: (typeof contract.volunteerStateFilters)[number] | '';
  assignedToId: UserId | '';
  nominationId: NominationId | '';
  isUnconfirmed: boolean;
  order: (typeof contract.volunteerOrders)[number];
}

/** The same as the parameters of the call, which an export takes, too. */
export function volunteerQuery(filters: VolunteerFilters) {
  const { search, state, assignedToId, nominationId, isUnconfirmed, order } = filters;
  return {
    search: search || undefined,
    state: state || undefined,
    assignedToId: assignedToId || undefined,
    nominationId: nominationId || undefined,
    isUnconfirmed: isUnconfirmed ? ('true' as const) : undefined,
    order,
  };
}

/** Offers of time that the filters show. */
export function useVolunteers(filters: VolunteerFilters) {
  const query = volunteerQuery(filters);
  return usePagedList({
    queryKey: ['volunteers', 'list', query],
    load: (page) => callPage(endpoints.listVolunteers, { query, ...page }),
  });
}

/** One offer with its hours. */
export function useVolunteer(id: VolunteerOfferId) {
  return useQuery({
    queryKey: ['volunteers', 'detail', id],
    queryFn: ({ signal }) => call(endpoints.getVolunteer, { params: { id }, signal }),
  });
}

/** The colleagues and needs to choose from; only for whoever may choose. */
export function useVolunteerChoices() {
  const mayChoose = useMay('volunteers.write');
  return useQuery({
    queryKey: ['volunteers', 'choices'],
    queryFn: ({ signal }) => call(endpoints.listVolunteerChoices, { signal }),
    enabled: mayChoose,
  });
}

type Keyed<Body> = Body & { idempotencyKey: string };

export function useAddVolunteer() {
  const refresh = useRefreshVolunteers();
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: Keyed<RequestOf<typeof contract.addVolunteer>['body']>) =>
      call(endpoints.addVolunteer, { body, idempotencyKey }),
    onSuccess: refresh,
  });
}

export function useChangeVolunteer(id: VolunteerOfferId) {
  const refresh = useRefreshVolunteers();
  return useMutation({
    mutationFn: (body: RequestOf<typeof contract.changeVolunteer>['body']) =>
      call(endpoints.changeVolunteer, { params: { id }, body }),
    onSuccess: () => notifySuccess('Saved'),
    onSettled: refresh,
  });
}

export function useCorrectVolunteer(id: VolunteerOfferId) {
  const refresh = useRefreshVolunteers();
  return useMutation({
    mutationFn: (body: RequestOf<typeof contract.correctVolunteer>['body']) =>
      call(endpoints.correctVolunteer, { params: { id }, body }),
    onSuccess: () => notifySuccess('The volunteer was corrected'),
    onSettled: refresh,
  });
}

export function useRecordHours(id: VolunteerOfferId) {
  const refresh = useRefreshVolunteers();
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: Keyed<RequestOf<typeof contract.recordHours>['body']>) =>
      call(endpoints.recordHours, { params: { id }, body, idempotencyKey }),
    onSuccess: () => notifySuccess('The hours were recorded'),
    onSettled: refresh,
  });
}

export function useConfirmHours(id: VolunteerOfferId) {
  const refresh = useRefreshVolunteers();
  return useMutation({
    mutationFn: (hoursId: VolunteerHoursId) =>
      call(endpoints.confirmHours, { params: { id, hoursId } }),
    onSuccess: () => notifySuccess('The hours were confirmed'),
    onSettled: refresh,
  });
}

export function useUndoHours(id: VolunteerOfferId) {
  const refresh = useRefreshVolunteers();
  return useMutation({
    mutationFn: ({ hoursId, reason }: { hoursId: VolunteerHoursId; reason: string }) =>
      call(endpoints.undoHours, { params: { id, hoursId }, body: { reason } }),
    onSuccess: () => notifySuccess('The hours were undone'),
    onSettled: refresh,
  });
}

/** A text of thanks to start from, read each time that the dialog opens. */
export function useThanksDraft(id: VolunteerOfferId) {
  return useQuery({
    queryKey: ['volunteers', 'thanks-draft', id],
    queryFn: ({ signal }) => call(endpoints.draftThanks, { params: { id }, signal }),
    gcTime: 0,
  });
}

export function usePreviewThanks(id: VolunteerOfferId) {
  return useMutation({
    mutationFn: (text: string) => call(endpoints.previewThanks, { params: { id }, body: { text } }),
  });
}

export function useSendThanks(id: VolunteerOfferId) {
  const queryClient = useQueryClient();
  const refresh = useRefreshVolunteers();
  return useMutation({
    mutationFn: (body: { text: string; isAgain: boolean }) =>
      call(endpoints.sendThanks, { params: { id }, body }),
    onSuccess: () => notifyMailed(queryClient, 'The thank-you', 'is on its way to the volunteer'),
    onSettled: refresh,
  });
}

/** Loads again what shows offers of time and their hours. */
function useRefreshVolunteers() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      ['volunteers', 'donors', 'desk'].map((name) =>
        queryClient.invalidateQueries({ queryKey: [name] }),
      ),
    );
}

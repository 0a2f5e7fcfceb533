import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { call } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

/** Whether there is a doubt that this is the live site. */
export function useInstallation() {
  return useQuery({
    queryKey: ['installation'],
    queryFn: ({ signal }) => call(endpoints.getInstallation, { signal }),
  });
}

/** Takes as long as what it looks at. */
export function useCheckInstallation() {
  return useMutation({ mutationFn: () => call(endpoints.checkInstallation, {}) });
}

export function useConfirmLiveSite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(endpoints.confirmLiveSite, {}),
    onSuccess: () => notifySuccess('This is the live site'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['installation'] }),
  });
}

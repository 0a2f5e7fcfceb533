import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';

/** The colleagues and needs to choose from; only for whoever may choose. */
export function useVolunteerChoices() {
  const mayChoose = useMay('volunteers.write');
  return useEndpoint(endpoints.listVolunteerChoices, mayChoose ? {} : null);
}

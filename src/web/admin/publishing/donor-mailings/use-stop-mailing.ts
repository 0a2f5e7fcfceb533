import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';

/** Stops what of an email to several donors has not left, and says how many had got it. */
export function useStopMailing() {
  return useSend(endpoints.stopDonorMailing, {
    said: ({ sent, total }) =>
      sent === 0
        ? 'Stopped. Nobody got this email.'
        : `Stopped. ${sent} of ${total} donors had got this email.`,
  });
}

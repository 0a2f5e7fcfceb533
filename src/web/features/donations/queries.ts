import { useMutation } from '@tanstack/react-query';
import type { RequestOf } from '#contract/endpoint.ts';
import { call } from '#web/api-client.ts';
import { endpoints } from '#web/endpoints.ts';

type DonationInput = RequestOf<typeof import('#contract/donations.ts').createDonation>['body'];

/** Starts a checkout; answers the address of the payment page. */
export function useCreateDonation() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: DonationInput; idempotencyKey: string }) =>
      call(endpoints.createDonation, { body, idempotencyKey }),
  });
}

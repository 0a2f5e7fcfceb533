import { useMutation } from '@tanstack/react-query';
import type { RequestOf } from '#contract/endpoint.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';

type DonationInput = RequestOf<
  typeof import('#contract/giving/donations.ts').createDonation
>['body'];

/** Starts a checkout and returns the address of the payment page. */
export function useCreateDonation() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: DonationInput; idempotencyKey: string }) =>
      call(endpoints.createDonation, { body, idempotencyKey }),
  });
}

import { useMutation } from '@tanstack/react-query';
import type { RequestOf } from '#contract/endpoint.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';

type NominationInput = RequestOf<
  typeof import('#contract/vetting/nominations.ts').createNomination
>['body'];

export function useCreateNomination() {
  return useMutation({
    mutationFn: (body: NominationInput) => call(endpoints.createNomination, { body }),
  });
}

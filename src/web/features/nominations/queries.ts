import { useMutation } from '@tanstack/react-query';
import type { RequestOf } from '#contract/endpoint.ts';
import { call } from '#web/api-client.ts';
import { endpoints } from '#web/endpoints.ts';

type NominationInput = RequestOf<
  typeof import('#contract/nominations.ts').createNomination
>['body'];

export function useCreateNomination() {
  return useMutation({
    mutationFn: (body: NominationInput) => call(endpoints.createNomination, { body }),
  });
}

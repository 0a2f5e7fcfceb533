import { useMutation } from '@tanstack/react-query';
import type { RequestOf } from '#contract/endpoint.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { notifySuccess } from '#web/ui/notify.ts';

type ContactInput = RequestOf<
  typeof import('#contract/operations/contact.ts').sendContactMessage
>['body'];

export function useSendContactMessage() {
  return useMutation({
    mutationFn: (body: ContactInput) => call(endpoints.sendContactMessage, { body }),
    onSuccess: ({ message }) => notifySuccess(message),
  });
}

import type { Endpoint, RequestOf, ResponseOf } from '#contract/endpoint.ts';
import { unansweredCalls } from '#web/admin/client/unanswered-calls.ts';
import { type ChangeOptions, type SendInput, useSend } from '#web/admin/client/use-endpoint.ts';
import { useOneAtATime } from '#web/admin/ui/use-one-at-a-time.ts';
import type { EndpointReference } from '#web/client/endpoints.ts';

/** A button that makes a call as a form does: once for each press that was answered, and pressed again, the one without. */
export function useSendOnce<E extends Endpoint>(
  to: EndpointReference<E>,
  options?: ChangeOptions<SendInput<E>, ResponseOf<E>>,
) {
  const { mutateAsync, ...state } = useSend(to, options);
  const send = useOneAtATime((request: RequestOf<E>) =>
    unansweredCalls.send([to.method, to.path, request], (idempotencyKey) =>
      mutateAsync({ ...request, idempotencyKey } as unknown as SendInput<E>),
    ),
  );
  return { ...state, send };
}

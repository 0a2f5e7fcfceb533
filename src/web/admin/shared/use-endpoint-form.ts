import type { Endpoint, OwnResponseOf, RequestOf, ResponseOf } from '#contract/endpoint.ts';
import { awaitsApproval } from '#web/admin/client/awaits-approval.ts';
import { type ChangeOptions, type SendInput, useSend } from '#web/admin/client/use-endpoint.ts';
import { type SubmitFormOptions, useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import type { EndpointReference } from '#web/client/endpoints.ts';
import type { Schema } from '#web/client/schema-errors.ts';

/* A form that calls an endpoint, with the rules of the contract for its body (decision 0069). */

/** What a call of an endpoint has as its body. */
type BodyOf<E extends Endpoint> = RequestOf<E> extends { body: infer Body } ? Body : never;

type Params<E extends Endpoint> =
  RequestOf<E> extends { params: infer Parameters } ? { params: Parameters } : { params?: never };

/** How what was typed becomes the body: needed if they differ. Keeps the names of the fields. */
type ToBody<E extends Endpoint, Values> =
  Values extends BodyOf<E>
    ? { toBody?: (values: Values) => BodyOf<E> }
    : { toBody: (values: Values) => BodyOf<E> };

/** A form that calls an endpoint of the contract, described. */
export type EndpointForm<E extends Endpoint, Values> = Params<E> &
  ToBody<E, Values> &
  Pick<
    SubmitFormOptions<Values, BodyOf<E>>,
    'initialValues' | 'check' | 'refusedField' | 'startsAnew'
  > &
  Pick<ChangeOptions<SendInput<E>, ResponseOf<E>>, 'said' | 'keepsScreen' | 'changes'> & {
    to: EndpointReference<E>;
    /** Called once it is done, with what was sent. */
    onDone?: (output: OwnResponseOf<E>, body: BodyOf<E>) => unknown;
    /** Called when nothing is left to do here: it waits for a second person, or is done and there is no `onDone`. */
    onClose?: () => void;
  };

/** A form whose rules are the contract's for the body of the endpoint that it calls. */
export function useEndpointForm<E extends Endpoint, Values extends Record<string, unknown>>({
  to,
  params,
  toBody,
  said,
  keepsScreen,
  changes,
  onDone,
  onClose,
  ...form
}: EndpointForm<E, Values>) {
  const { mutateAsync } = useSend(to, {
    ...(said !== undefined && { said }),
    ...(keepsScreen && { keepsScreen }),
    ...(changes === false && { changes }),
  });
  return useSubmitForm<Values, BodyOf<E>>({
    ...form,
    ...(toBody && { toInput: toBody as (values: Values) => BodyOf<E> }),
    schema: () => rulesOf(to),
    limits: to.limits,
    about: [to.method, to.path, params],
    async send(body, idempotencyKey) {
      const output = await mutateAsync({ params, body, idempotencyKey } as unknown as SendInput<E>);
      if (onDone && !awaitsApproval(output)) await onDone(output as OwnResponseOf<E>, body);
      else onClose?.();
    },
  });
}

async function rulesOf({ method, path }: { method: string; path: string }): Promise<Schema> {
  const { default: rules } = await import('virtual:body-rules');
  const load = rules[`${method} ${path}`];
  if (!load) throw new Error(`${method} ${path} takes no body.`);
  return load();
}

import { z } from 'zod';
import { approvalRequested, type Endpoint } from '#contract/endpoint.ts';
import { type ErrorCode, errorBody, errorStatus } from '#contract/errors.ts';

/* What an endpoint accepts, responds, and refuses, in the framework's form. */

export const idempotencyHeader = z.object({
  // Printable ASCII, as in the header's draft standard; 255 is also Stripe's limit.
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'Must be 1 to 255 printable characters')
    .optional(),
});

/** What an endpoint accepts and responds, in the framework's form: for its route, and for the API reference. */
export function routeSchema(endpoint: Endpoint) {
  const { summary, tag, params, query, body, response, approval } = endpoint;
  return {
    summary,
    tags: [tag],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body, headers: idempotencyHeader }),
    response: {
      [statusOf(endpoint)]: response ?? z.undefined(),
      ...(approval && { 202: approvalRequested }),
      ...Object.fromEntries(refusalsOf(endpoint).map((code) => [errorStatus[code], errorBody])),
    },
  };
}

/** The status of a call that succeeded. */
export function statusOf({ response, status }: Endpoint): number {
  return response ? (status ?? 200) : 204;
}

/** What a call that may take a second person is refused for beside its own errors. */
const approvalRefusals = [
  'approval_closed',
  'approver_missing',
  'approvals_held',
  'request_waits',
  'idempotency_key_reused',
] as const;

/** The codes of all refusals that a well-formed call can meet, beside failures of the server. */
export function refusalsOf({
  access,
  withoutSecondFactor,
  recent,
  approval,
  callsPerTenMinutes,
  form,
  errors = [],
}: Endpoint): ErrorCode[] {
  return [
    'invalid_input',
    ...(access === 'public' ? [] : (['not_signed_in'] as const)),
    ...(access === 'public' || access === 'signed-in' ? [] : (['not_allowed'] as const)),
    ...(access === 'public' || withoutSecondFactor ? [] : (['second_factor_missing'] as const)),
    ...(recent ? (['confirm_identity'] as const) : []),
    ...(approval ? approvalRefusals : []),
    ...(callsPerTenMinutes ? (['too_many_requests'] as const) : []),
    ...(form ? (['challenge_required'] as const) : []),
    ...errors,
  ];
}

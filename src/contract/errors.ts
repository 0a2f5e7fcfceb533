import { z } from 'zod';

/** Every refusal the API knows, with its HTTP status. Codes are for programs, messages for people. */
export const errorStatus = {
  invalid_input: 400,
  invalid_token: 400,
  invalid_signature: 400,
  not_signed_in: 401,
  wrong_credentials: 401,
  wrong_origin: 403,
  not_found: 404,
  cause_name_taken: 409,
  cause_in_use: 409,
  email_taken: 409,
  own_account: 409,
  last_administrator: 409,
  illegal_status_change: 409,
  nomination_holds_money: 409,
  nomination_cannot_receive: 409,
  different_cause: 409,
  insufficient_funds: 409,
  already_released: 409,
  setup_done: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  internal: 500,
  payments_unavailable: 503,
  database_unavailable: 503,
} as const satisfies Record<string, number>;

/** One of the keys of {@link errorStatus}. */
export type ErrorCode = keyof typeof errorStatus;

/** The body of every answer that is not a success. Source: design of the API, `docs/architecture.md`. */
export const errorBody = z.object({
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  /** A sentence that can be shown as it is. */
  message: z.string(),
  /** Input name to message, for showing under the fields of a form. */
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string(),
});
/** {@link errorBody} as a type. */
export type ErrorBody = z.infer<typeof errorBody>;

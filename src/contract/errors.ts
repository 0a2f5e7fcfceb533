import { z } from 'zod';
import { challenge } from '#contract/challenge.ts';

/** Every refusal of the API, with its HTTP status. Codes are for programs, messages for people. */
export const errorStatus = {
  invalid_input: 400,
  invalid_token: 400,
  invalid_signature: 400,
  not_signed_in: 401,
  wrong_credentials: 401,
  second_factor_required: 401,
  wrong_code: 401,
  wrong_passkey: 401,
  wrong_origin: 403,
  not_allowed: 403,
  confirm_identity: 403,
  second_factor_missing: 403,
  view_only_link: 403,
  not_found: 404,
  cause_name_taken: 409,
  cause_in_use: 409,
  email_taken: 409,
  donor_address_taken: 409,
  donor_joined: 409,
  same_donor: 409,
  note_closed: 409,
  volunteer_is_donor: 409,
  nomination_not_accepted: 409,
  too_many_hours: 409,
  hours_closed: 409,
  cannot_thank: 409,
  already_thanked: 409,
  own_account: 409,
  own_request: 409,
  approval_closed: 409,
  approval_changed: 409,
  last_owner: 409,
  illegal_status_change: 409,
  nomination_holds_money: 409,
  undo_too_late: 409,
  nomination_cannot_receive: 409,
  nomination_decided: 409,
  question_closed: 409,
  check_missing: 409,
  second_review_missing: 409,
  conflict_of_interest: 409,
  checklist_changed: 409,
  point_changed: 409,
  too_many_answers: 409,
  different_cause: 409,
  insufficient_funds: 409,
  beyond_goal: 409,
  already_released: 409,
  already_spent: 409,
  already_undone: 409,
  nothing_left: 409,
  nomination_cannot_spend: 409,
  receipt_unusable: 409,
  receipt_in_use: 409,
  cover_unusable: 409,
  need_not_open: 409,
  not_publishable: 409,
  already_published: 409,
  file_unusable: 409,
  mail_already_handled: 409,
  mail_expired: 409,
  mailing_over: 409,
  nobody_to_mail: 409,
  second_factor_on: 409,
  second_factor_off: 409,
  passkey_refused: 409,
  provider_off: 409,
  review_changed: 409,
  same_donation: 409,
  refund_refused: 409,
  setup_done: 409,
  settings_changed: 409,
  wrong_offset: 409,
  too_many_files: 409,
  file_not_ready: 409,
  consent_missing: 409,
  export_too_large: 409,
  export_unavailable: 409,
  description_missing: 409,
  redaction_undecided: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  challenge_required: 428,
  too_many_requests: 429,
  internal: 500,
  payments_unavailable: 503,
  provider_unavailable: 503,
  database_unavailable: 503,
  not_ready: 503,
  storage_full: 507,
  storage_unavailable: 503,
} as const satisfies Record<string, number>;

/** One of the keys of {@link errorStatus}. */
export type ErrorCode = keyof typeof errorStatus;

/** The body of every response that is not a success. */
export const errorBody = z.object({
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  /** A sentence to show to people as it is. */
  message: z.string(),
  /** Messages by input name, to show under the fields of a form. */
  fields: z.record(z.string(), z.string()).optional(),
  /**
   * With `challenge_required`, while somebody misuses the public forms: solve it, and repeat the call with the
   * header `Challenge-Solution`: base64 of JSON `{ challenge, solution }`.
   */
  challenge: challenge.optional(),
  /**
   * With `challenge_required`, for a caller that cannot solve the challenge: wait, and repeat the call with the header
   * `Challenge-Ticket`. The ticket is good for one call within five minutes.
   */
  wait: z.object({ seconds: z.int(), ticket: z.string() }).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBody>;

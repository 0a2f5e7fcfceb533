/** A response that says no, as Stripe would say it. */
export class Refusal extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;

  constructor(
    message: string,
    { status = 400, type = 'invalid_request_error', code = undefined as string | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
  }
}

/** 404 for an id that nothing has. */
export function noSuch(what: string, id: string): Refusal {
  return new Refusal(`No such ${what}: '${id}'`, { status: 404, code: 'resource_missing' });
}

/** An error response of Stripe's. */
export function stripeError(type: string, message: string, code?: string): object {
  return { error: { type, message, ...(code && { code }) } };
}

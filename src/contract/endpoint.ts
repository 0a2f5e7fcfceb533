import { z } from 'zod';
import type { Reads } from '#contract/audit-subjects.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { paging } from '#contract/fields.ts';
import { approvalId } from '#contract/ids.ts';
import type { ApprovalKind } from '#core/people/approvals.ts';
import type { Right } from '#core/people/rights.ts';

/*
 * What an endpoint declares: the route on the server, the calls of the web application, and the reference follow from
 * it.
 */

/**
 * Who may call: anyone, whoever is signed in (about their own account), or whoever has a right. There is no default, so
 * that no route can forget it.
 */
export type Access = 'public' | SignedInAccess;
/** The part of {@link Access} that takes a session. */
export type SignedInAccess = 'signed-in' | Right;

/**
 * Whether a call needs a proof of the last 10 minutes: a sign-in or a confirmation. Without one it is refused with
 * `confirm_identity`; the caller confirms, and repeats it.
 *
 * - `true`: always, because it costs money or power.
 * - `above-sum`: if it moves more than `CONFIRM_ABOVE_CENTS`, together with what moved since the last proof.
 * - `with-second-factor`: only with two-factor sign-in; otherwise the call itself contains the proof.
 */
export type Recent = boolean | 'above-sum' | 'with-second-factor';

/** The response (202) of a call that waits for a second person; nothing has been done yet. */
export const approvalRequested = z.object({
  awaitingApproval: approvalId,
  message: z.string(),
});
export type ApprovalRequested = z.infer<typeof approvalRequested>;

/** A form that is open to strangers, by the name that its calls are counted under. */
export type PublicForm =
  | 'donations'
  | 'bank transfers'
  | 'nominations'
  | 'contact'
  | 'follow'
  | 'donor page'
  | 'plan page'
  | 'tracking page';

type Method = 'GET' | 'POST' | 'DELETE';

/** One call of the API. Server and web both use this object; neither repeats a URL or a shape. */
export type Endpoint = {
  [M in Method]: { method: M; path: `/api/${string}` } & Declaration<M>;
}[Method];

/** What an endpoint says beside its method and path. */
type Declaration<M extends Method> = Description &
  // There is no default, so that no call that changes something can forget it.
  (
    | (M extends 'GET'
        ? never
        : { access: SignedInAccess; recent: Recent; approval?: ApprovalKind })
    | { access: M extends 'GET' ? Access : 'public'; recent?: never; approval?: never }
  );

interface Description {
  /** While everybody needs a second factor, whoever has none may call it: it serves to set one up. */
  withoutSecondFactor?: true;
  /** One line for the reference page. */
  summary: string;
  /** What it does, as the audit trail calls it. What several calls do has its words at one of them. */
  records?: Record<string, string>;
  tag: string;
  access: Access;
  /** What the response shows of how to reach people; recorded each time that somebody reads it. */
  reads?: Reads;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Absent: the response has no body (204). */
  response?: z.ZodType;
  /** 200, or 204 without a response, unless said otherwise. */
  status?: 200 | 201;
  /** Well-formed calls that one network may make in 10 minutes. */
  callsPerTenMinutes?: number;
  /** The form that strangers send with it: programs are kept from misusing it. */
  form?: PublicForm;
  /** The headers that a call has to have, each with what it says. */
  headers?: Record<string, string>;
  /** The body is the bytes of a file, of at most so many, or a stream of any number. */
  bytes?: number | 'stream';
  /** The list is paged: the server returns an array, and a `Link` header with the address of the next page. */
  paged?: true;
  /**
   * The refusals that this endpoint adds to `invalid_input`, `not_signed_in`, `not_allowed`, and the failures that every call
   * shares.
   */
  errors?: readonly ErrorCode[];
}

/**
 * Declares an endpoint by its method and path, with `:name` for each path parameter, keeping its exact type. A bundler
 * leaves out those that a form does not need of a file.
 */
// @__NO_SIDE_EFFECTS__
export function endpoint<
  M extends Method,
  const P extends `/api/${string}`,
  const D extends Declaration<M>,
>(call: `${M} ${P}`, declaration: D): { method: M; path: P } & D {
  const [method, path] = call.split(' ') as [M, P];
  return { method, path, ...declaration };
}

type SchemaInput<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a caller sends for each part of the request. */
export type RequestOf<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: SchemaInput<E[K]>;
};
type Output<
  E extends Endpoint,
  Part extends 'params' | 'query' | 'body',
> = E[Part] extends z.ZodType ? z.output<E[Part]> : unknown;
type KeyOf<T> = T extends unknown ? keyof T : never;
/** What the server's handler receives after validation: parameters, query, and body as one. */
export type InputOf<E extends Endpoint> = [
  | (KeyOf<Output<E, 'params'>> & KeyOf<Output<E, 'query'> | Output<E, 'body'>>)
  | (KeyOf<Output<E, 'query'>> & KeyOf<Output<E, 'body'>>),
] extends [never]
  ? Output<E, 'params'> & Output<E, 'query'> & Output<E, 'body'>
  : 'Two parts of the request have fields of the same name';
/** What the server reads of a list: its filter, its order, and which page of it. */
export type QueryOf<E extends Endpoint> = E['query'] extends z.ZodType
  ? z.output<E['query']>
  : never;
/** Which rows of a list a query shows, on all of its pages and in any order. */
export type FilterOf<E extends Endpoint> = Omit<
  QueryOf<E>,
  keyof typeof paging | 'order' | 'firstFor'
>;
/** What a caller receives. */
export type ResponseOf<E extends Endpoint> =
  | OwnResponseOf<E>
  | (E extends { approval: ApprovalKind } ? ApprovalRequested : never);
/** The same without the case that a second person has to approve the call first. */
export type OwnResponseOf<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.output<E['response']>
  : // biome-ignore lint/suspicious/noConfusingVoidType: this is what a handler without a response returns
    void;

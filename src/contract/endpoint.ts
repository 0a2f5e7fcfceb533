import type { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';

/** Who may call: anyone, or a signed-in administrator. There is no default, so no route can forget it. */
export type Access = 'public' | 'administrator';

/** One call of the API. Server and web both work from this object; neither spells a URL or a shape again. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** With `:name` for each path parameter. */
  path: `/api/${string}`;
  /** One line for the reference page. */
  summary: string;
  tag: string;
  access: Access;
  /**
   * Only for an administrator who has signed in or confirmed their password within the last 10 minutes; others
   * are refused with `confirm_identity`, confirm, and repeat the call.
   */
  recent?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Absent: the answer has no body (204). */
  response?: z.ZodType;
  /** 200, or 204 without a response, unless said otherwise. */
  status?: 200 | 201;
  /** A list that comes in pages: the server answers an array and a `Link` header with the next page. */
  paged?: true;
  /** What can be refused besides `invalid_input`, `not_signed_in` and failures every call shares. */
  errors?: readonly ErrorCode[];
}

/** Declares an endpoint, keeping its exact type. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type SchemaInput<T> = T extends z.ZodType ? z.input<T> : undefined;
type SchemaOutput<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a caller sends for each part of the request. */
export type RequestOf<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: SchemaInput<E[K]>;
};
/** What the server's handler receives after validation. */
export type ValidatedOf<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: SchemaOutput<E[K]>;
};
/** What a caller receives. */
export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.output<E['response']>
  : // biome-ignore lint/suspicious/noConfusingVoidType: it is what a handler without an answer returns
    void;

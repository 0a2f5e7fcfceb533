import type { Endpoint, RequestOf, ResponseOf } from '#contract/endpoint.ts';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import { pageAgeHeader, solutionHeader } from '#contract/form-headers.ts';
import { type EndpointReference, endpoints } from '#web/client/endpoints.ts';

/* Calls the API, tries again what may be tried again, and solves a challenge that it meets. */

type FailureBody = Pick<ErrorBody, 'message'> & Partial<ErrorBody>;

/** A call that failed: refused by the server, or without a response (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly statusText: string;
  readonly request: Request;
  /** The server's error response, if it sent one that we understand; a proxy's has only a message. */
  readonly data: FailureBody | undefined;
  /** The device was offline before it began, so it never left. */
  readonly isUnsent: boolean;

  constructor(
    request: Request,
    response: Response | null,
    data?: FailureBody,
    cause?: unknown,
    isUnsent = false,
  ) {
    super(`${request.method} ${request.url}: ${response?.status ?? 'no response'}`, { cause });
    this.isUnsent = isUnsent;
    this.status = response?.status ?? 0;
    this.statusText = response?.statusText ?? '';
    this.request = request;
    this.data = data;
  }
}

/** Options of every call. */
interface CallSettings {
  /** Makes the server book a money call only once, no matter how often it is sent. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Bytes instead of a JSON body. */
  content?: Blob;
  /** For {@link content}: its offset in the file, in bytes. */
  offset?: number;
  /** For {@link content}: the secret of a private link, which must not be in the address. */
  linkToken?: string;
  /** `false` for a GET that must not be sent twice. */
  retry?: false;
}

/** What is sent with a call. */
export type CallRequest<E extends Endpoint> = RequestOf<E> & CallSettings;
// A call without parameters needs no second argument.
type CallArguments<E extends Endpoint> =
  Record<string, never> extends RequestOf<E> ? [CallRequest<E>?] : [CallRequest<E>];

interface UntypedRequest extends CallSettings {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Longest wait for a response, in milliseconds: a payment provider may take ten seconds on a bad day. */
const timeoutMs = 30_000;
/** Pause before a failed GET is retried, in milliseconds: long enough for a quick restart. */
const retryPauseMs = 300;

/**
 * Challenges that one call may meet: a phone that changes from Wi-Fi to its carrier's network in between needs a
 * second one.
 */
const mostChallenges = 2;

let whenSignedOut: () => void = () => {};

/** Sets what happens when the server no longer knows the session. */
export function onSignedOut(handler: () => void): void {
  whenSignedOut = handler;
}

let askForIdentity: () => Promise<boolean> = async () => false;
let asking: Promise<boolean> | null = null;

/** Sets how to ask for a confirmation. The call that needs one is sent again after it. */
export function onConfirmIdentity(handler: () => Promise<boolean>): void {
  askForIdentity = handler;
}

/** Shared, so that two calls that need a confirmation at the same time ask only once. */
function isIdentityConfirmed(): Promise<boolean> {
  asking ??= askForIdentity().finally(() => {
    asking = null;
  });
  return asking;
}

/** Calls the API. Throws {@link ApiError} on every response that is not a success. */
export async function call<E extends Endpoint>(
  to: EndpointReference<E>,
  ...[request = {} as CallRequest<E>]: CallArguments<E>
): Promise<ResponseOf<E>> {
  const response = await send(to, addressOf(to, request), request);
  return (await readJson(response)) as ResponseOf<E>;
}

/** One page of a list, and the address of the next. */
export interface Page<Item> {
  items: Item[];
  next: string | null;
}
/** A row of a list. */
export type ItemOf<List> = List extends (infer Item)[] ? Item : never;

/** Rows of a page: enough to fill a screen twice, few enough to load quickly. */
const pageSize = 50;

/** Like {@link call} for a paged list; `next` is the address that the previous page returned. */
export async function callPage<E extends Endpoint>(
  to: EndpointReference<E>,
  request: CallRequest<E> & { next?: string | null },
): Promise<Page<ItemOf<ResponseOf<E>>>> {
  const query = { limit: pageSize, ...(request as UntypedRequest).query };
  const response = await send(to, request.next ?? addressOf(to, { ...request, query }), request);
  return {
    items: (await readJson(response)) as ItemOf<ResponseOf<E>>[],
    next: nextPage(response.headers.get('link')),
  };
}

function addressOf(to: { path: string }, { params, query }: UntypedRequest): string {
  const path = to.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

async function send(
  to: { method: string; path: string },
  address: string,
  { body, content, offset, linkToken, idempotencyKey, signal, retry }: UntypedRequest,
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' });
  if (body !== undefined) {
    headers.set('content-type', 'application/json');
    headers.set(pageAgeHeader, (performance.now() / 1000).toFixed(1));
  }
  if (content !== undefined) {
    headers.set('content-type', 'application/octet-stream');
    headers.set('upload-offset', String(offset ?? 0));
    if (linkToken !== undefined) headers.set('tracking-token', linkToken);
  }
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  const attemptUnchallenged = () =>
    attemptOnce(
      new Request(new URL(address, window.location.origin), {
        method: to.method,
        credentials: 'include',
        headers,
        body: content ?? (body === undefined ? null : JSON.stringify(body)),
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
      }),
    );
  const attempt = async (challengesLeft = mostChallenges): Promise<Response> => {
    try {
      return await attemptUnchallenged();
    } catch (error) {
      const solution =
        challengesLeft > 0 && error instanceof ApiError ? await solutionFor(error) : null;
      if (solution === null) throw error;
      headers.set(solutionHeader, solution);
      return attempt(challengesLeft - 1);
    }
  };
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A refusal will not change; retry only what may have been a glitch.
    const accident = error.status === 0 || error.status >= 500;
    if (to.method === 'GET' && retry !== false && accident && !signal?.aborted) {
      await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
      return attempt();
    }
    if (error.data?.code === 'confirm_identity' && (await isIdentityConfirmed())) return attempt();
    if (error.data?.code === 'not_signed_in' && to.path !== endpoints.getSession.path) {
      whenSignedOut();
    }
    throw error;
  }
}

/** The solution of the challenge that the server asks for; null for any other failure, or if it cannot be solved. */
async function solutionFor({ data }: ApiError): Promise<string | null> {
  if (!data?.challenge) return null;
  try {
    const { solveChallenge } = await import('#web/client/challenge.ts');
    return await solveChallenge(data.challenge);
  } catch {
    return null;
  }
}

async function attemptOnce(request: Request): Promise<Response> {
  let response: Response;
  const isUnsent = !navigator.onLine;
  try {
    response = await fetch(request);
  } catch (cause) {
    throw new ApiError(request, null, undefined, cause, isUnsent);
  }
  if (response.ok) return response;
  const data = await readJson(response).catch(() => undefined);
  throw new ApiError(request, response, isFailureBody(data) ? data : undefined);
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

// Checked by hand: the contract's schema would add all of zod to the home page.
function isFailureBody(data: unknown): data is FailureBody {
  return (
    typeof data === 'object' &&
    data !== null &&
    'message' in data &&
    typeof data.message === 'string'
  );
}

/** `</api/donations?cursor=…>; rel="next"`; uses only the path, because a proxy may have changed the host. */
function nextPage(link: string | null): string | null {
  const target = link?.match(/<([^>]+)>\s*;[^,]*\brel="?next"?/)?.[1];
  if (target === undefined) return null;
  const url = new URL(target, window.location.origin);
  return url.pathname + url.search;
}

/** Whether the server refused the call with this code. */
export function isRefusal(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.data?.code === code;
}

import {
  keepPreviousData,
  partialMatchKey,
  type QueryClient,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { ApprovalRequested, Endpoint, RequestOf, ResponseOf } from '#contract/endpoint.ts';
import { awaitsApproval } from '#web/admin/client/awaits-approval.ts';
import { sessionQuery } from '#web/admin/client/session.ts';
import { ApiError, type CallRequest, call, callPage, type ItemOf } from '#web/client/api-client.ts';
import type { EndpointReference } from '#web/client/endpoints.ts';
import { notifySuccess } from '#web/ui/notify.ts';

/* Calls an endpoint by its name, and reads everything on the screen again after a change (decision 0068). */

/** How an endpoint is read. */
interface ReadOptions<Data> {
  /** Milliseconds between two looks at something that changes by itself; false for none. */
  refetchInterval?: (data: Data | undefined) => number | false;
  /** Not asked for again while it is younger than so many milliseconds; `static`: for as long as it is on the screen. */
  staleTime?: number | 'static';
  /** 0: read each time that it is shown, because others change it all the time. */
  gcTime?: 0;
  /** The last answer stays until the one to another request is there, so that nothing jumps. */
  keepsLast?: boolean;
}

/** A request; null as long as there is nothing to ask for. Without any parts, it can be left out. */
type RequestArgument<E extends Endpoint> = RequestOf<E> | null;

/** What {@link useEndpoint} reads, for whoever reads it outside of a component. */
export function endpointQuery<E extends Endpoint>(
  to: EndpointReference<E>,
  request: RequestArgument<E>,
  { refetchInterval, keepsLast, ...options }: ReadOptions<ResponseOf<E>> = {},
) {
  return queryOptions<ResponseOf<E>>({
    queryKey: keyOf(to, request),
    queryFn: request === null ? skipToken : ({ signal }) => call(to, { ...request, signal }),
    ...(refetchInterval && { refetchInterval: ({ state }) => refetchInterval(state.data) }),
    ...(keepsLast && { placeholderData: keepPreviousData }),
    ...options,
  });
}

/** What an endpoint returns, read again after everything that this browser changes. */
export function useEndpoint<E extends Endpoint>(
  to: EndpointReference<E>,
  request: RequestArgument<E> = {} as RequestOf<E>,
  options?: ReadOptions<ResponseOf<E>>,
) {
  return useQuery(endpointQuery(to, request, options));
}

type IdOf<E extends Endpoint> = RequestOf<E> extends { params: { id: infer Id } } ? Id : never;

/** What an endpoint returns about the thing with an id; nothing as long as there is no id. */
export function useEndpointOf<E extends Endpoint>(to: EndpointReference<E>, id: IdOf<E> | null) {
  return useEndpoint(to, (id === null ? null : { params: { id } }) as RequestArgument<E>);
}

interface PagesOptions<Item> extends Pick<ReadOptions<Item[]>, 'refetchInterval'> {
  /** The version of what is listed: another list with each one. */
  asOf?: number;
}

/** A list that is loaded page by page as its reader asks for more. */
export function usePages<E extends Endpoint & { paged: true }>(
  to: EndpointReference<E>,
  request = {} as RequestOf<E>,
  { refetchInterval, asOf }: PagesOptions<ItemOf<ResponseOf<E>>> = {},
) {
  return useInfiniteQuery({
    queryKey: [...keyOf(to, request), 'pages', asOf],
    queryFn: ({ pageParam, signal }) => callPage(to, { ...request, next: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      refetchInterval?.(state.data?.pages.flatMap(({ items }) => items)) ?? false,
  });
}

type Done<Output> = Exclude<Output, ApprovalRequested>;

export interface ChangeOptions<Input, Output> {
  /** The notice that it was done. */
  said?: string | ((output: Done<Output>, input: Input) => string);
  /** Called once it was done, which a call that waits for a second person is not. */
  onDone?: (output: Done<Output>, input: Input) => unknown;
  /** Nothing on the screen depends on it: it only looks, or tries something. So does every GET. */
  changes?: false;
  /** Nothing is read again after a refusal: the form would start anew, without what was typed. */
  keepsScreen?: true;
}

/** What is sent; nothing for a call without any parts. */
export type SendInput<E extends Endpoint> =
  // biome-ignore lint/suspicious/noConfusingVoidType: only void lets the caller leave it out
  Record<string, never> extends RequestOf<E> ? CallRequest<E> | void : CallRequest<E>;

/** Calls an endpoint. After it, what is on the screen is read again. */
export function useSend<E extends Endpoint>(
  to: EndpointReference<E>,
  { onDone, ...options }: ChangeOptions<SendInput<E>, ResponseOf<E>> = {},
) {
  const queryClient = useQueryClient();
  return useChange((request: SendInput<E>) => call(to, request as CallRequest<E>), {
    ...(to.method === 'GET' && { changes: false }),
    ...options,
    onDone(output, request) {
      if (to.method === 'DELETE') {
        // What is gone is not read again, nor what is below it.
        const { params } = (request ?? {}) as { params?: object };
        queryClient.removeQueries({
          predicate: ({ queryKey }) =>
            `${queryKey[0]}/`.startsWith(`${to.path}/`) &&
            partialMatchKey(queryKey, [queryKey[0], { params }]),
        });
      }
      return onDone?.(output, request);
    },
  });
}

/** As {@link useSend}, for what takes several calls. */
export function useChange<Output, Input = void>(
  change: (input: Input) => Promise<Output>,
  { said, onDone, changes, keepsScreen }: ChangeOptions<Input, Output> = {},
) {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: change,
    async onSuccess(output, input) {
      if (!awaitsApproval(output)) {
        const done = output as Done<Output>;
        if (said !== undefined) notifySuccess(typeof said === 'string' ? said : said(done, input));
        await onDone?.(done, input);
      }
      if (changes !== false) await readAgain();
    },
    onError: async (error) => {
      if (!keepsScreen && mayBeOutOfDate(error)) await readAgain();
    },
  });
}

/** The refusals that are about the call itself: what was typed, who calls, and how often. */
const aboutTheCall = [400, 401, 403, 413, 415, 428, 429];

/** Whether a failure may mean that the screen is out of date: somebody else was faster, or an answer was lost. */
function mayBeOutOfDate(error: unknown): boolean {
  return error instanceof ApiError && !aboutTheCall.includes(error.status);
}

/**
 * Reads again what is on the screen, and the rest when it is shown. A list of what each call changes would forget the
 * newest, and nearly everything that the team sees depends on where the money is.
 */
export function useReadAgain() {
  const queryClient = useQueryClient();
  return () => readAgain(queryClient);
}

function readAgain(queryClient: QueryClient) {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0],
  });
}

function keyOf(to: { path: string }, request: object | null) {
  return [to.path, request];
}

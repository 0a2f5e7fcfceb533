import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, InputOf, OwnResponseOf, SignedInAccess } from '#contract/endpoint.ts';
import type { ApprovalFact } from '#contract/people/approvals.ts';
import { type ApprovalKind, approvalKinds } from '#core/people/approvals.ts';
import type { Right } from '#core/people/rights.ts';
import type { Session, TeamMember, Visitor } from '#server/platform/actor.ts';
import { confirmationNeeded } from '#server/platform/actor.ts';
import { recordWhatWasRead } from '#server/platform/audit/record-reading.ts';
import type { ApprovableRequest } from '#server/platform/db/column-types.ts';
import type { Page } from '#server/platform/db/paging.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError, SecondPersonNeeded } from '#server/platform/errors.ts';
import { cutOff } from '#server/platform/http/error-handler.ts';
import { requireSession } from '#server/platform/http/require-session.ts';
import { routeSchema, statusOf } from '#server/platform/http/route-schema.ts';
import { callerOf, siteCallerOf } from '#server/platform/misuse/call-counts.ts';
import { callLimit } from '#server/platform/misuse/call-limit.ts';
import { guardForm } from '#server/platform/misuse/form-guard.ts';
import { serverSecret } from '#server/platform/security/server-secret.ts';

/* From the contract to a route: access, validation, limits per address, paging, a second person. */

/** The arguments of a handler: what was sent, validated, the caller, and the caller's Idempotency-Key. */
type HandlerInput<E extends Endpoint> = {
  input: InputOf<E>;
  actor: E['access'] extends 'public' ? null : TeamMember;
  session: E['access'] extends 'public' ? null : Session;
  visitor: Visitor;
  idempotencyKey: string | null;
  /** The body of a call that sends a file. */
  bytes: E extends { bytes: number } ? Buffer : null;
  /** Whether a second person has approved this call. */
  isApproved: boolean;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** What a handler returns: the response's data, or one page of it. */
type HandlerOutput<E extends Endpoint> = E extends { paged: true }
  ? OwnResponseOf<E> extends (infer Item)[]
    ? Page<Item>
    : never
  : OwnResponseOf<E>;

/** A function that does what a call asks for. */
type Handler<E extends Endpoint> = (input: HandlerInput<E>) => Promise<HandlerOutput<E>>;

/**
 * When a call takes a second person, for one that can be known to before it begins. Of others, the command itself throws
 * `SecondPersonNeeded` in its transaction.
 */
export interface ApprovalRule<Input> {
  /** Whether this call takes one. */
  isNeeded: (input: Input) => Promise<boolean>;
  /** Called after a call that took none was refused: nothing was done. */
  onRefused?: (input: Input) => Promise<void>;
  /** Throws what the call would be refused for now, so that nobody is asked to approve what cannot be done. */
  rehearse?: (input: Input) => Promise<void>;
  /** What the second person sees. */
  describe: (input: Input) => Promise<ApprovalFact[]>;
  /** Whether it is no longer approved once `describe` says something else than what the second person sees. */
  mustStayTrue?: true;
}

/**
 * Of an endpoint that needs a proof above a sum, or that may take a second person: how much it moves, and when it does.
 * The latter's handler uses nothing but the parts of the request, the actor, and the key: it may run later, when
 * somebody has approved it.
 */
type Guarded<E extends Endpoint> = { handle: Handler<E> } & (E extends { recent: 'above-sum' }
  ? { movesCents: (input: HandlerInput<E>) => number | Promise<number> }
  : { movesCents?: never }) &
  (E extends { approval: ApprovalKind }
    ? { approval: ApprovalRule<HandlerInput<E>> | 'said-by-command' }
    : { approval?: never });

/** How an endpoint is served: its handler, or {@link Guarded}. */
type Served<E extends Endpoint> = E extends { recent: 'above-sum' } | { approval: ApprovalKind }
  ? Guarded<E>
  : Handler<E>;

/** How all endpoints of a part of the contract are served, by their names in it. */
type ServedAll<Contract> = {
  [Name in keyof Contract as Contract[Name] extends Endpoint
    ? Name
    : never]: Contract[Name] extends Endpoint ? Served<Contract[Name]> : never;
};

/** Registers routes. */
export type Routes<Needed = Deps> = (app: FastifyInstance, deps: Needed) => void;

/**
 * Serves the endpoints of a part of the contract, all of them: URL, access rule, validation both ways, error responses,
 * limits, and entry in the reference follow from what the contract says. A handler that is missing or superfluous does
 * not compile.
 */
export function serve<const Contract extends object, Needed extends Deps = Deps>(
  contract: Contract,
  handlers: (deps: Needed) => ServedAll<Contract>,
): Routes<Needed> {
  return (app, deps) => {
    for (const [name, served] of Object.entries<Served<Endpoint>>(handlers(deps))) {
      const endpoint = contract[name as keyof Contract] as Endpoint;
      const whole = (typeof served === 'function' ? { handle: served } : served) as Whole;
      if (endpoint.bytes === undefined) serveOne(app, deps, endpoint, whole);
      else serveBytes(app, deps, endpoint, whole);
    }
  };
}

/** {@link Guarded} for code that does not know the endpoint. */
interface Whole {
  handle: (input: AnyInput) => Promise<unknown>;
  movesCents?: (input: AnyInput) => number | Promise<number>;
  approval?: ApprovalRule<AnyInput> | 'said-by-command';
}
type AnyInput = HandlerInput<Endpoint & { access: SignedInAccess }>;

/** In a scope of its own, so that no other route takes bytes. */
function serveBytes(app: FastifyInstance, deps: Deps, endpoint: Endpoint, served: Whole): void {
  app.register(async (scope) => {
    if (endpoint.bytes === 'stream') {
      // Not read when they arrive: they are streamed to the storage.
      scope.addContentTypeParser('application/octet-stream', (_request, payload, done) =>
        done(null, payload),
      );
    } else {
      const limit = endpoint.bytes ?? 0;
      scope.addContentTypeParser(
        'application/octet-stream',
        { parseAs: 'buffer', bodyLimit: limit },
        (_request, body, done) => done(null, body),
      );
    }
    serveOne(scope, deps, endpoint, {
      ...served,
      handle: endpoint.bytes === 'stream' ? streamed(served.handle) : notEmpty(served.handle),
    });
  });
}

function streamed(handle: Whole['handle']): Whole['handle'] {
  return async (input) => {
    // After a refusal, the rest of the body is not awaited.
    input.reply.header('connection', 'close');
    const result = await handle(input);
    input.reply.removeHeader('connection');
    return result;
  };
}

function notEmpty(handle: Whole['handle']): Whole['handle'] {
  return (input) => {
    const { bytes } = input as { bytes: Buffer | null };
    if (!bytes?.length) throw new AppError('invalid_input', 'Send the bytes of a file.');
    return handle(input);
  };
}

function serveOne(app: FastifyInstance, deps: Deps, endpoint: Endpoint, served: Whole): void {
  const admission = admitCalls(deps, endpoint);
  const work = workOf(deps, endpoint, served);
  if (endpoint.approval) registerApproved(deps, endpoint, endpoint.approval, served);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: routeSchema(endpoint),
    config: { access: endpoint.access },
    // Before the body is read, so that a stranger learns nothing about our input rules.
    ...(endpoint.access !== 'public' && {
      onRequest: async (request: FastifyRequest) => {
        request.session = await admit(deps, endpoint, request);
      },
    }),
    handler: async (request, reply) => {
      if (request.session && endpoint.method !== 'GET') {
        // Again, because the body may have taken half a minute: the session may have been ended meanwhile.
        request.session = await admit(deps, endpoint, request);
      }
      // Whoever has left has no address that could be counted.
      if (reply.raw.destroyed) throw cutOff();
      const input = inputOf(deps, endpoint, request, reply);
      const result = await admission(request, () => work(input));
      // What waits for a second person has shown nothing.
      if (endpoint.reads && request.session && reply.statusCode !== 202) {
        const { id = '' } = (request.params ?? {}) as { id?: string };
        await recordWhatWasRead(deps.db, request.session.member, endpoint.reads, id);
      }
      return endpoint.paged ? sendPage(request, reply, result as Page<unknown>) : result;
    },
  });
}

function inputOf(
  { config }: Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): AnyInput {
  const secret = serverSecret(config);
  return {
    input: merged(endpoint, request),
    actor: request.session?.member ?? null,
    session: request.session,
    visitor: { network: callerOf(request.ip, secret), site: siteCallerOf(request.ip, secret) },
    idempotencyKey: request.headers['idempotency-key'] ?? null,
    bytes: Buffer.isBuffer(request.body) ? request.body : null,
    isApproved: false,
    request,
    reply,
  } as unknown as AnyInput;
}

/** What was sent, without what the endpoint does not take, and nobody has validated. */
function merged(endpoint: Endpoint, sent: Parts): object {
  return {
    ...(endpoint.params && (sent.params as object)),
    ...(endpoint.query && (sent.query as object)),
    ...(endpoint.body && (sent.body as object)),
  };
}
type Parts = Partial<Pick<FastifyRequest, 'params' | 'query' | 'body'>>;

/** Does the work of a call within the limits of its endpoint. After validation, so that a typo does not count. */
function admitCalls({ db, config, limitFactor }: Deps, endpoint: Endpoint) {
  const { callsPerTenMinutes: calls, form } = endpoint;
  const guard = form ? guardForm({ db, config, limitFactor }, form) : null;
  const limitCalls =
    calls === undefined
      ? null
      : callLimit(db, config, endpoint, calls * limitFactor, guard?.hasSolution);
  return <Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> => {
    const admitted = async () => {
      const made = (await limitCalls?.(request)) ?? 0;
      await guard?.admit(request, made);
      return work();
    };
    return guard ? guard.inTurn(request, admitted) : admitted();
  };
}

/** What a call does: itself, or asking a second person for it. */
function workOf(deps: Deps, endpoint: Endpoint, { handle, movesCents, ...served }: Whole) {
  const approval = ruleOf(served);
  const ask = async (input: AnyInput, kind: ApprovalKind, known?: SecondPersonNeeded) => {
    const { actor, request, reply, idempotencyKey: key } = input;
    reply.status(202);
    return deps.approvals.request(actor, {
      kind,
      call: nameOf(endpoint),
      request: storedParts(request, known?.query),
      key,
      // A command that has said so itself has gone as far as it would.
      rehearse: async () => {
        if (!known) await approval?.rehearse?.(input);
      },
      describe: async () => known?.facts ?? approval?.describe(input) ?? [],
    });
  };
  return async (input: AnyInput) => {
    const { session, reply } = input;
    if (movesCents && session && !session.isRecent) {
      // Before the handler, so that no Idempotency-Key remembers the refusal.
      if (!(await deps.mayMoveUnproven(session, await movesCents(input)))) {
        throw confirmationNeeded();
      }
    }
    if (endpoint.approval && (await approval?.isNeeded(input)))
      return ask(input, endpoint.approval);
    reply.status(statusOf(endpoint));
    try {
      return await handle(input);
    } catch (error) {
      if (endpoint.approval && error instanceof SecondPersonNeeded) {
        return ask(input, endpoint.approval, error);
      }
      // After a failure of ours or of the provider, it may still be done.
      if (error instanceof AppError && error.status < 500) await approval?.onRefused?.(input);
      throw error;
    }
  };
}

/** Says how a call is made once somebody has approved it. */
function registerApproved(
  { approvals }: Deps,
  endpoint: Endpoint,
  kind: ApprovalKind,
  served: Whole,
): void {
  const approval = ruleOf(served);
  // What anybody may call for themselves takes the right of whoever approves it.
  const right = endpoint.access === 'signed-in' ? approvalKinds[kind].right : endpoint.access;
  approvals.register(
    nameOf(endpoint),
    right as Right,
    async (actor, request, idempotencyKey, seen) => {
      const { base64, ...parts } = request;
      const bytes = base64 === undefined ? null : Buffer.from(base64, 'base64');
      const sent = merged(endpoint, parts);
      const approved = { input: sent, bytes, actor, idempotencyKey, isApproved: true };
      const input = approved as unknown as AnyInput;
      if (approval?.mustStayTrue && seen && !saysTheSame(await approval.describe(input), seen)) {
        throw new AppError(
          'approval_changed',
          'What this is about has changed since it was asked for. It has to be asked for again.',
        );
      }
      return served.handle(input);
    },
  );
}

function ruleOf({ approval }: Pick<Whole, 'approval'>): ApprovalRule<AnyInput> | null {
  return approval === undefined || approval === 'said-by-command' ? null : approval;
}

/** The name of a call in the list of approvals. */
function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { items, nextCursor }: Page<unknown>,
): unknown[] {
  if (nextCursor !== null) {
    reply.header('link', `<${nextPageUrl(request.url, nextCursor)}>; rel="next"`);
  }
  return items;
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
  interface FastifyContextConfig {
    /** 'token': for callers with a secret from the configuration. */
    access?: Endpoint['access'] | 'token';
  }
}

/**
 * The session of a call that may be made now. 401 without one, 403 without the right, or without a proof that the call
 * always needs.
 */
async function admit(
  deps: Pick<Deps, 'findSession'>,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Session> {
  const access = endpoint.access as SignedInAccess;
  const session = await requireSession(deps, request, access, endpoint.withoutSecondFactor);
  if (needsProof(endpoint, session)) throw confirmationNeeded();
  return session;
}

/** Whether a call needs a recent confirmation that the session does not have, whatever it contains. */
function needsProof({ recent }: Endpoint, { isRecent, hasSecondFactor }: Session): boolean {
  if (isRecent) return false;
  return recent === true || (recent === 'with-second-factor' && hasSecondFactor);
}

/** What of a call is kept until somebody has approved it. */
function storedParts({ params, query, body }: FastifyRequest, settled?: object): ApprovableRequest {
  return Buffer.isBuffer(body)
    ? { params, query: { ...(query as object), ...settled }, base64: body.toString('base64') }
    : { params, body };
}

function saysTheSame(now: ApprovalFact[], seen: ApprovalFact[]): boolean {
  const words = (facts: ApprovalFact[]) => facts.map(({ label, value }) => [label, value]);
  return JSON.stringify(words(now)) === JSON.stringify(words(seen));
}

function nextPageUrl(url: string, cursor: string): string {
  // Another question mark belongs to what somebody searches for.
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return `${path}?${parameters}`;
}

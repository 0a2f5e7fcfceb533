import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, OwnResponseOf, SignedInAccess, ValidatedOf } from '#contract/endpoint.ts';
import type { ApprovalFact } from '#contract/people/approvals.ts';
import { type ApprovalKind, approvalKinds } from '#core/approvals.ts';
import type { Right } from '#core/rights.ts';
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
import type { FormGuard } from '#server/platform/misuse/form-guard.ts';
import { serverSecret } from '#server/platform/security/server-secret.ts';

/** The arguments of a handler: the validated parts of the request, the caller, and the caller's Idempotency-Key. */
type HandlerInput<E extends Endpoint> = ValidatedOf<E> & {
  actor: E['access'] extends 'public' ? null : TeamMember;
  session: E['access'] extends 'public' ? null : Session;
  visitor: Visitor;
  idempotencyKey: string | null;
  /** The body of a call that sends a file; null for every other one. */
  bytes: Buffer | null;
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

interface CommonOptions {
  /** Well-formed calls that one network may make in 10 minutes. */
  callsPerTenMinutes?: number;
  guard?: FormGuard;
}

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
 * What a route needs besides its handler: one that needs a proof above a sum says how much it moves, and one that may
 * take a second person says when. The handler of such a one uses nothing but the parts of the request, the actor, and
 * the key: it may run later, when somebody has approved it.
 */
type RouteOptions<E extends Endpoint> = CommonOptions &
  (E extends { recent: 'above-sum' }
    ? { movesCents: (input: HandlerInput<E>) => number | Promise<number> }
    : { movesCents?: never }) &
  (E extends { approval: ApprovalKind }
    ? { approval: ApprovalRule<HandlerInput<E>> | 'said-by-command' }
    : { approval?: never });
type OptionsArgument<E extends Endpoint> = E extends
  | { recent: 'above-sum' }
  | { approval: ApprovalKind }
  ? [RouteOptions<E>]
  : [RouteOptions<E>?];

/**
 * Registers an endpoint of the contract: its URL, access rule, validation both ways, error responses, and entry
 * in the reference. Features pass one function and do not see the framework's schemas.
 */
export function bind<const E extends Endpoint>(
  app: FastifyInstance,
  deps: Pick<
    Deps,
    'db' | 'config' | 'limitFactor' | 'findSession' | 'mayMoveUnproven' | 'approvals'
  >,
  endpoint: E,
  handler: (input: HandlerInput<E>) => Promise<HandlerOutput<E>>,
  ...[options]: OptionsArgument<E>
): void {
  const { callsPerTenMinutes, guard, movesCents, ...rest } = (options ?? {}) as CommonOptions & {
    movesCents?: (input: HandlerInput<E>) => number | Promise<number>;
    approval?: ApprovalRule<HandlerInput<E>> | 'said-by-command';
  };
  const approval = rest.approval === 'said-by-command' ? null : rest.approval;
  const { db, config, limitFactor } = deps;
  const secret = serverSecret(config);
  const limitCalls =
    callsPerTenMinutes === undefined
      ? null
      : callLimit(db, config, endpoint, callsPerTenMinutes * limitFactor, guard?.hasSolution);
  const name = `${endpoint.method} ${endpoint.path}`;
  if (endpoint.approval) {
    // What anybody may call for themselves takes the right of whoever approves it.
    const right =
      endpoint.access === 'signed-in' ? approvalKinds[endpoint.approval].right : endpoint.access;
    deps.approvals.register(name, right as Right, async (actor, request, idempotencyKey, seen) => {
      const { base64, ...parts } = request;
      const bytes = base64 === undefined ? null : Buffer.from(base64, 'base64');
      const isApproved = true;
      const approved = { ...parts, bytes, actor, idempotencyKey, isApproved };
      const input = approved as unknown as HandlerInput<E>;
      if (approval?.mustStayTrue && seen && !saysTheSame(await approval.describe(input), seen)) {
        throw new AppError(
          'approval_changed',
          'What this is about has changed since it was asked for. It has to be asked for again.',
        );
      }
      return handler(input);
    });
  }
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
      const input = {
        params: request.params,
        query: request.query,
        body: request.body,
        actor: request.session?.member ?? null,
        session: request.session,
        visitor: { network: callerOf(request.ip, secret), site: siteCallerOf(request.ip, secret) },
        idempotencyKey: request.headers['idempotency-key'] ?? null,
        bytes: Buffer.isBuffer(request.body) ? request.body : null,
        isApproved: false,
        request,
        reply,
      } as unknown as HandlerInput<E>;
      const ask = (kind: ApprovalKind, known?: ApprovalFact[], query?: object) => {
        reply.status(202);
        return deps.approvals.request(input.actor as TeamMember, {
          ...{ kind, call: name, request: storedParts(request, query), key: input.idempotencyKey },
          // A command that has said so itself has gone as far as it would.
          rehearse: async () => {
            if (!known) await approval?.rehearse?.(input);
          },
          describe: async () => known ?? approval?.describe(input) ?? [],
        });
      };
      // After validation, so that correcting a typo does not count against the limit.
      const work = async () => {
        const calls = (await limitCalls?.(request)) ?? 0;
        await guard?.admit(request, calls);
        if (movesCents && request.session && !request.session.isRecent) {
          // Before the handler, so that no Idempotency-Key remembers the refusal.
          const cents = await movesCents(input);
          if (!(await deps.mayMoveUnproven(request.session, cents))) throw confirmationNeeded();
        }
        if (endpoint.approval && (await approval?.isNeeded(input))) return ask(endpoint.approval);
        reply.status(statusOf(endpoint));
        try {
          return await handler(input);
        } catch (error) {
          if (endpoint.approval && error instanceof SecondPersonNeeded) {
            return ask(endpoint.approval, error.facts, error.query);
          }
          // After a failure of ours or of the provider, it may still be done.
          if (error instanceof AppError && error.status < 500) await approval?.onRefused?.(input);
          throw error;
        }
      };
      const result = await (guard ? guard.inTurn(request, work) : work());
      // What waits for a second person has shown nothing.
      if (endpoint.reads && request.session && reply.statusCode !== 202) {
        const { id = '' } = (request.params ?? {}) as { id?: string };
        await recordWhatWasRead(db, request.session.member, endpoint.reads, id);
      }
      if (!endpoint.paged) return result;
      const { items, nextCursor } = result as Page<unknown>;
      if (nextCursor !== null) {
        reply.header('link', `<${nextPageUrl(request.url, nextCursor)}>; rel="next"`);
      }
      return items;
    },
  });
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

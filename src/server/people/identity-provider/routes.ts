import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { adminPaths } from '#contract/admin-pages.ts';
import { userId } from '#contract/ids.ts';
import { providerReturnPath, signInPaths } from '#contract/pages.ts';
import * as contract from '#contract/people/identity-provider.ts';
import { safeRedirectPath } from '#core/platform/safe-redirect.ts';
import type { Provider } from '#server/people/identity-provider/client.ts';
import * as commands from '#server/people/identity-provider/commands.ts';
import { hasProvenAnew } from '#server/people/identity-provider/policy.ts';
import { cookieOptions, hostCookie } from '#server/people/sign-in/cookies.ts';
import { startSession } from '#server/people/sign-in/sessions.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import { serve } from '#server/platform/http/serve.ts';

// How long somebody may take at the provider.
const tripSeconds = 900;

/** What the browser carries along while it is at the provider, sealed: nobody reads or makes it but us. */
const trip = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectTo: z.string(),
  purpose: z.enum(['sign-in', 'connect', 'confirm']),
  /** Whose session it began in; null for whoever signs in. */
  userId: userId.nullable(),
  leftAt: z.number(),
});
type Trip = z.infer<typeof trip>;

const ownPages = {
  'sign-in': signInPaths.login,
  connect: adminPaths.account,
  confirm: adminPaths.account,
} as const;

/** Null where people sign in with a password only. */
interface WithProvider {
  provider: Provider | null;
}

export const providerRoutes = serve(contract, (deps: Deps & WithProvider) => {
  const { db, config, mailer, vault, provider } = deps;
  const depart = async (
    reply: FastifyReply,
    where: Pick<Trip, 'purpose' | 'userId' | 'redirectTo'>,
  ) => {
    const anew = where.purpose === 'confirm' ? 'anew' : undefined;
    const { url, expected } = await configured(provider).start(anew);
    const carried = JSON.stringify({ ...expected, ...where, leftAt: Date.now() } satisfies Trip);
    reply.setCookie(
      hostCookie(config, 'provider'),
      vault.seal(carried, providerReturnPath).toString('base64url'),
      { ...cookieOptions(config), maxAge: tripSeconds },
    );
    return { url };
  };
  return {
    startProviderSignIn: ({ input, reply }) => {
      const redirectTo = safeRedirectPath(input.redirectTo ?? null);
      return depart(reply, { purpose: 'sign-in', userId: null, redirectTo });
    },
    connectProvider: ({ actor, reply }) =>
      depart(reply, { purpose: 'connect', userId: actor.id, redirectTo: adminPaths.account }),
    confirmWithProvider: ({ actor, reply }) =>
      depart(reply, {
        purpose: 'confirm',
        userId: actor.id,
        redirectTo: `${adminPaths.account}?confirmed`,
      }),
    disconnectProvider: ({ session }) =>
      commands.disconnectProvider(db, session, configured(provider), mailer),
  };
});

/** Where the provider sends the browser back to. Whatever happens there, a page follows. */
export function providerReturnRoute(app: FastifyInstance, deps: Deps & WithProvider): void {
  const { db, config, mailer, vault, settings, provider } = deps;
  const readTrip = (request: FastifyRequest) => {
    const sealed = request.cookies[hostCookie(config, 'provider')] ?? '';
    const text = vault.open(Buffer.from(sealed, 'base64url'), providerReturnPath);
    const carried = text === null ? null : trip.parse(JSON.parse(text));
    const isInTime = carried !== null && carried.leftAt + tripSeconds * 1_000 > Date.now();
    return isInTime ? carried : null;
  };
  app.get(providerReturnPath, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const carried = readTrip(request);
    const { purpose = 'sign-in', userId = null } = carried ?? {};
    const refuse = (reason: contract.ProviderRefusal) =>
      reply.redirect(`${ownPages[purpose]}?refused=${reason}`, 303);
    if (provider === null || carried === null) return refuse('failed');
    // Its secrets work once.
    reply.clearCookie(hostCookie(config, 'provider'), cookieOptions(config));
    if ((request.query as { error?: unknown }).error === 'access_denied') {
      return refuse('cancelled');
    }
    try {
      const returned = new URL(`${config.publicUrl}${request.url}`);
      const identity = await provider.finish(returned, carried).catch((error) => {
        request.log.warn({ err: error }, 'The provider could not sign somebody in');
        throw new commands.RefusedByUs('failed');
      });
      if (purpose === 'sign-in') {
        const checked = await commands.signInWithProvider(db, identity, provider, settings, mailer);
        const isAnew = hasProvenAnew(identity, carried.leftAt, checked);
        const { factors } = identity;
        await startSession(db, config, request, reply, checked, { factors, isAnew });
      } else {
        const session = await deps.findSession(request);
        if (session?.member.id !== userId || session.needsSecondFactor) return refuse('failed');
        if (purpose === 'connect') {
          await commands.connectProvider(db, session, identity, provider, mailer);
        } else {
          await commands.confirmWithProvider(db, session, identity, carried.leftAt);
        }
      }
      const { pathname, search, hash } = new URL(carried.redirectTo, config.publicUrl);
      return reply.redirect(`${pathname}${search}${hash}`, 303);
    } catch (error) {
      if (error instanceof commands.RefusedByUs) return refuse(error.reason);
      throw error;
    }
  });
}

function configured(provider: Provider | null): Provider {
  if (provider) return provider;
  throw new AppError('provider_off', 'This site has no provider to sign in with.');
}

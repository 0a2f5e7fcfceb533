import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { emptyForm, type FormState, type View } from '#contract/documents.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type ErrorBody, errorBody } from '#contract/errors.ts';
import {
  bankTransferFormErrors,
  donationFormErrors,
  type FormFields,
  honeypotName,
  nominationFormErrors,
  readAddressForm,
  readBankTransferForm,
  readContactForm,
  readDonationForm,
  readNominationForm,
} from '#contract/form-fields.ts';
import { ticketHeader } from '#contract/form-headers.ts';
import { announceTransfer } from '#contract/giving/announced-transfers.ts';
import { createDonation } from '#contract/giving/donations.ts';
import { type NominationId, nominationId } from '#contract/ids.ts';
import {
  bankTransferPage,
  donorPagePath,
  logoutPath,
  needPath,
  planPagePath,
  publicPaths,
} from '#contract/pages.ts';
import { logout } from '#contract/people/sign-in.ts';
import { requestPlanLinks } from '#contract/plans/plans.ts';
import { sendContactMessage } from '#contract/publishing/contact.ts';
import { requestDonorLink } from '#contract/publishing/donor-page.ts';
import { followNeed } from '#contract/publishing/subscriptions.ts';
import { createNomination } from '#contract/vetting/nominations.ts';
import { refuseForeignOrigins } from '#server/platform/http/own-origin.ts';
import {
  documents,
  readBankTransferView,
  readDonateView,
  readNeedView,
  readNominateView,
} from '#server/site/documents.ts';
import type { PageDeps, Pages } from '#server/site/pages.ts';

/*
 * The forms of browsers without script. Each is turned into the call of the API that the script of its page would have
 * made, so that the same rules and limits count, and the answer becomes a page.
 */

interface PostedForm {
  /** The address of its page, with `:id` if the call has it, too. */
  path: string;
  endpoint: Endpoint;
  /** The body of the call. */
  read: (fields: FormFields) => object;
  /** Rules that the API does not know by the name of the field. */
  check?: (fields: FormFields) => Record<string, string>;
  /** The form again, with what was typed and what was wrong. */
  viewOf: (form: FormState, id: string) => Promise<View | null>;
  /** After success. */
  answer: (
    request: FastifyRequest,
    reply: FastifyReply,
    response: unknown,
    fields: FormFields,
    id: string,
  ) => unknown;
}

// Of a form whose page is about one thing; the others have none.
const pathId = nominationId.or(z.undefined().transform(() => ''));

/** Serves the forms of every document to browsers without script. */
export async function servePostedForms(
  app: FastifyInstance,
  deps: PageDeps,
  pages: Pages,
): Promise<void> {
  await app.register(async (scope) => {
    refuseForeignOrigins(scope, deps.site.publicUrl);
    scope.setErrorHandler(pages.sendError);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    for (const form of formsOf(deps, pages)) {
      scope.post<{ Body: FormFields | undefined; Params: { id?: string } }>(
        form.path,
        { schema: { hide: true } },
        async (request, reply) => {
          const { data: id } = pathId.safeParse(request.params.id);
          if (id === undefined) return pages.sendNotFound(request, reply);
          const fields = request.body ?? {};
          const errors = form.check?.(fields) ?? {};
          const state = emptyForm(typedIn(fields, form));
          if (Object.keys(errors).length === 0) {
            const { status, body } = await callApi(app, request, reply, form, fields, id);
            if (status < 300) return form.answer(request, reply, body, fields, id);
            reply.status(status);
            Object.assign(state, stateOf(errorBody.parse(body), fields));
          } else {
            reply.status(400);
            Object.assign(state, { errors });
          }
          const view = await form.viewOf(state, id);
          if (view === null) return pages.sendNotFound(request, reply);
          const document = documents.find(({ path }) => path === form.path);
          return pages.send(request, reply, view, { head: document?.headOf(view) ?? null });
        },
      );
    }
    scope.post(logoutPath, { schema: { hide: true } }, async (request, reply) => {
      await callApi(app, request, reply, { endpoint: logout, read: () => undefined }, {});
      return reply.redirect(publicPaths.home, 303);
    });
  });
}

function formsOf({ site: named, db, settings }: PageDeps, pages: Pages): PostedForm[] {
  const { donate, nominate, contact } = publicPaths;
  const { path: bankTransfer } = bankTransferPage;
  const site = () => ({ ...named, cardCosts: settings.current().cardCosts });
  return [
    {
      path: donate,
      endpoint: createDonation,
      read: (fields) => readDonationForm(fields, site().cardCosts),
      check: (fields) => donationFormErrors(fields, site()),
      viewOf: (form) => readDonateView(db, form),
      answer: (request, reply, response, fields) => {
        const { url } = response as { url: string };
        const { amount = 0, cover } = readDonationForm(fields, site().cardCosts);
        const view: View = { page: 'payment-ready', url, amount, cover };
        // Whoever adds card costs reads the total first: the form could not compute it.
        if (cover > 0) return pages.send(request, reply, view, { title: 'Payment' });
        // Not a redirect: the policy lets a form lead only to our own site.
        reply.header('refresh', `0; url=${url}`);
        return pages.send(request, reply, view, { title: 'Payment' });
      },
    },
    {
      path: bankTransfer,
      endpoint: announceTransfer,
      read: readBankTransferForm,
      check: (fields) => bankTransferFormErrors(fields, site()),
      viewOf: (form) => readBankTransferView(db, settings.current(), { form }),
      answer: (_request, reply, response) => {
        const { reference } = response as { reference: string };
        return reply.redirect(`${bankTransfer}?reference=${reference}`, 303);
      },
    },
    {
      path: nominate,
      endpoint: createNomination,
      read: readNominationForm,
      check: nominationFormErrors,
      viewOf: (form) => readNominateView(db, form),
      answer: (_request, reply) => reply.redirect(`${nominate}?status=success`, 303),
    },
    {
      path: contact,
      endpoint: sendContactMessage,
      read: readContactForm,
      viewOf: async (form) => ({ page: 'contact', form, isSent: false }),
      answer: (_request, reply) => reply.redirect(`${contact}?status=sent`, 303),
    },
    {
      path: donorPagePath,
      endpoint: requestDonorLink,
      read: readAddressForm,
      viewOf: async (form) => ({ page: 'donor-page', form, isSent: false }),
      answer: (_request, reply) => reply.redirect(`${donorPagePath}?status=sent`, 303),
    },
    {
      path: planPagePath,
      endpoint: requestPlanLinks,
      read: readAddressForm,
      viewOf: async (form) => ({ page: 'plan-page', form, isSent: false }),
      answer: (_request, reply) => reply.redirect(`${planPagePath}?status=sent`, 303),
    },
    {
      path: needPath(':id'),
      endpoint: followNeed,
      read: readAddressForm,
      viewOf: (follow, id) => readNeedView(db, { id, follow }),
      answer: (_request, reply, _response, _fields, id) =>
        reply.redirect(`${needPath(id as NominationId)}?status=sent#follow`, 303),
    },
  ];
}

/** Makes a call of the API as the browser would have made it with script, and passes on its cookies. */
async function callApi(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { endpoint, read }: { endpoint: Endpoint; read: (fields: FormFields) => object | undefined },
  fields: FormFields,
  id = '',
): Promise<{ status: number; body: unknown }> {
  const { key, ticket } = fields;
  const payload = read(fields);
  const response = await app.inject({
    method: endpoint.method,
    url: endpoint.path.replace(':id', id),
    headers: {
      ...passedOn(request),
      accept: 'application/json',
      // The same page sent twice with the same content is one call.
      ...(key && { 'idempotency-key': hashOf({ key, payload, from: request.ip }) }),
      ...(ticket && { [ticketHeader]: ticket }),
    },
    remoteAddress: request.socket.remoteAddress ?? '',
    ...(payload && { payload }),
  });
  for (const name of ['set-cookie', 'retry-after', 'clear-site-data']) {
    const value = response.headers[name];
    if (value !== undefined) reply.header(name, value);
  }
  return {
    status: response.statusCode,
    body: response.body === '' ? null : response.json(),
  };
}

/** What the form says after a refusal: the messages belong to fields, or to the form as a whole. */
function stateOf({ message, fields = {}, wait }: ErrorBody, typed: FormFields): Partial<FormState> {
  if (wait) {
    return {
      ticket: wait.ticket,
      message: `Nothing was sent yet. To keep programs out, we ask you to wait ${wait.seconds} seconds and then to press the button once more. What you typed is still here.`,
    };
  }
  const errors = Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name,
      (typed[name] ?? '').trim() === '' ? 'Required' : text,
    ]),
  );
  return Object.keys(errors).length > 0 ? { errors } : { message };
}

function hashOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}

/** What was typed into the fields that the form has. */
function typedIn(fields: FormFields, { read }: Pick<PostedForm, 'read'>): Record<string, string> {
  const names = Object.keys(read({})).filter((name) => name !== honeypotName);
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = fields[name];
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** What the call needs to know about the browser: where it is, what it sent from, and its cookies. */
function passedOn({ headers }: FastifyRequest): Record<string, string> {
  const names = [
    'cookie',
    'forwarded',
    'host',
    'origin',
    'sec-fetch-site',
    'user-agent',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
  ];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}

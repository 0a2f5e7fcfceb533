import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import { isDatabaseAway, isPassing, isUnusableText } from '#server/platform/db/database-errors.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  FileMissingError,
  IncompleteContentError,
  StorageFullError,
  StorageUnavailableError,
} from '#server/platform/storage/storage.ts';

/* Failures as responses. */

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether a newer version of this software has upgraded the database. */
    isOutdated: () => Promise<boolean>;
  }
}

/** Turns every failure into a response in the contract's form; only unexpected ones are logged as errors. */
export function registerErrorHandler(
  app: FastifyInstance,
  isOutdated: () => Promise<boolean>,
): void {
  app.decorate('isOutdated', isOutdated);
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refusal = await noteFailure(error, request, reply);
    return reply.status(refusal.status).send(toBody(refusal, request));
  });
}

/** What a failure means for the caller. Logs it if it is ours, and says when to try again if that is known. */
export async function noteFailure(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AppError> {
  const found = isCutOff(request) || hasLeft(error, reply) ? cutOff() : toAppError(error);
  // Whatever such a server fails at, another one can do.
  const isOutdated =
    found.code === 'internal' && (await request.server.isOutdated().catch(() => false));
  const refusal = isOutdated ? outdated() : found;
  // Not being ready is the result of the check, not an error.
  if (refusal.status >= 500 && refusal.code !== 'not_ready') {
    request.log.error({ err: error }, refusal.message);
  }
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter);
  return refusal;
}

/** The body of an error response. */
export function toBody(
  { code, message, fields, challenge, wait, accounts }: AppError,
  request: FastifyRequest,
): ErrorBody {
  return {
    code,
    message,
    ...(fields && { fields }),
    ...(challenge && { challenge }),
    ...(accounts && { accounts }),
    ...(wait && { wait }),
    requestId: request.id,
  };
}

/** Whether the caller went away before all of the request had arrived: its error looks like a broken connection of ours. */
function isCutOff({ raw }: FastifyRequest): boolean {
  return raw.readableAborted;
}

// What ends when the connection does: streams into the response, and work for its caller alone.
const endings = new Set([
  'ABORT_ERR',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
]);

/** Whether the caller went away before all of the response was sent. Any other failure is ours even then. */
function hasLeft({ name, code }: FastifyError, { raw }: FastifyReply): boolean {
  return raw.destroyed && (name === 'AbortError' || endings.has(code));
}

/** What ends a call whose caller has gone away: nobody reads it, and it is no error of ours. */
export function cutOff(): AppError {
  return new AppError('invalid_input', 'The connection ended before the call was over.');
}

function outdated(): AppError {
  return new AppError(
    'database_unavailable',
    'This site is being upgraded. Please try again in a minute.',
  );
}

function toAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(error);
  if (isDatabaseAway(error)) {
    return new AppError(
      'database_unavailable',
      'We cannot reach our records right now. Please try again in a minute.',
    );
  }
  if (isPassing(error)) {
    return new AppError(
      'database_unavailable',
      'Somebody was changing the same thing at this moment, so nothing was done. Please try again.',
    );
  }
  if (error instanceof StorageUnavailableError) {
    return new AppError(
      'storage_unavailable',
      'We cannot reach our files right now. Please try again in a minute.',
    );
  }
  if (error instanceof StorageFullError) {
    return new AppError('storage_full', 'There is no space left for this file.');
  }
  if (error instanceof FileMissingError) {
    return new AppError('not_found', 'This file is no longer in our storage.');
  }
  if (error instanceof IncompleteContentError) return cutOff();
  // In a search for typed text; stored text was checked by the contract.
  if (isUnusableText(error)) {
    return new AppError('invalid_input', 'This contains characters that cannot be used.');
  }
  const refused = frameworkRefusals[error.code];
  if (refused) return new AppError(...refused);
  // A folder among our files is not a page, and nobody needs to know that it exists.
  if (error.statusCode === 403 || error.statusCode === 404) {
    return new AppError('not_found', 'There is nothing at this address.');
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('invalid_input', 'We could not read this request.');
  }
  return new AppError('internal', 'An unexpected error occurred.');
}

const frameworkRefusals: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'This is more than we can accept at once.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'Send JSON with the header "Content-Type: application/json".',
  ],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_input', 'The request body is not valid JSON.'],
};

// Nobody entered an id or a filter: they come from a link.
const checkable: Record<string, string> = {
  body: 'what you entered',
  headers: 'the headers of the call',
};

function invalidInput(error: {
  validationContext?: string | undefined;
  validation: { instancePath: string; message?: string | undefined }[];
}): AppError {
  const fields: Record<string, string> = {};
  const listed = new Map<string, string>();
  const general: string[] = [];
  const isForm = error.validationContext === 'body';
  for (const { instancePath, message = 'Not valid' } of error.validation) {
    const path = instancePath.split('/').slice(1);
    const [field] = path;
    if (!field) {
      general.push(message);
      continue;
    }
    // Of several messages about a field, the first one must be fixed first. The sentence is not a list of two hundred lines.
    fields[path.join('.')] ??= message;
    if (!listed.has(field)) {
      listed.set(field, `${isForm ? path.map(inWords).join(', ') : field}: ${message}`);
    }
  }
  const details = [...general, ...listed.values()].join('; ').replace(/\.$/, '');
  const what = checkable[error.validationContext ?? ''] ?? 'the address of this page';
  return new AppError('invalid_input', `Please check ${what}. ${details}.`, fields);
}

/** The name of a field as a person reads it: "firstName" is "First name". What is in a list is counted from 1. */
function inWords(field: string): string {
  if (/^\d+$/.test(field)) return String(Number(field) + 1);
  const words = field.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

import { type DestinationStream, type Logger, pino } from 'pino';
import { readableLog } from '#server/platform/readable-log.ts';

/* What is logged, and what is masked in it. */

/**
 * The server's log: one line of JSON per event, so that no text in it can pass for another line. User input,
 * addresses, and secrets stay out: of an error, only the parts that are known to be free of them are written.
 */
export function createLogger(
  level: string,
  destination: DestinationStream = logInto(process.stdout),
): Logger {
  return pino({ level, serializers: { err: describeError } }, destination);
}

/** Into a file or a pipe goes JSON, for programs; to a terminal go sentences, for the person in front of it. */
export function logInto(stream: NodeJS.WriteStream & { fd: number }): DestinationStream {
  // Written at once, so that nothing is missing when the process ends.
  return stream.isTTY ? readableLog(stream) : pino.destination({ fd: stream.fd, sync: true });
}

/**
 * The safe parts of an error, or of a copy of one, as the job queue reports them. Drivers attach whole rows and requests to
 * theirs, so nothing else is used.
 */
function describeError(error: unknown, depth = 0): object {
  const known: Partial<Error> & { code?: unknown; constraint?: unknown } = Object(error);
  const { name = 'Error', message = String(error), stack = '', code, constraint, cause } = known;
  // PostgreSQL's "data exceptions" and the JSON parser quote the text that they reject.
  const isInputQuoted = stack.startsWith('SyntaxError') || /^22/.test(String(code));
  // The first lines repeat the message.
  const lines = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: known === error ? name : typeof error,
    message: scrub(String(message), isInputQuoted),
    stack: lines.map((line) => line.trim()),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(cause !== undefined && depth < 3 && { cause: describeError(cause, depth + 1) }),
  };
}

/** Words of an error or of somebody else without addresses, secrets, and what may be private. */
export function scrub(text: string, isInputQuoted = false): string {
  return (
    text
      .replaceAll(/\/\/[^/\s@]*@/g, '//[credentials]@')
      .replaceAll(/[^\s<>"'(),;:@]+@[^\s<>"'(),;:@]+/g, '[address]')
      .replaceAll(/"[^"]*"/g, (quoted) =>
        isInputQuoted || /[^\w".-]/.test(quoted) ? '"[text]"' : quoted,
      )
      .replaceAll(/\b(?:sk|rk|pk|whsec)_\w+/g, '[secret]')
      .replaceAll(/\b\d(?:[ -]?\d){6,}\b/g, '[number]')
      // Our secrets are 43 such characters; ids, which have hyphens, are 36 long and reveal nothing.
      .replaceAll(/[\w-]{40,}/g, '[secret]')
  );
}

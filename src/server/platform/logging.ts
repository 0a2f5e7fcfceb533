import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * The server's log: a line of JSON for each event, so that no text in it can look like another line. What
 * people typed, addresses and secrets stay out: of an error, only what we know to be free of them is written.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: describeError } };
  return destination ? pino(options, destination) : pino(options);
}

interface ErrorDescription {
  type: string;
  message: string;
  stack: string[];
  code?: string;
  constraint?: string;
  cause?: ErrorDescription;
}

/** What may be known about an error. Drivers hang whole rows and requests on theirs, so nothing else is taken. */
function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error))
    return { type: typeof error, message: scrub(String(error)), stack: [] };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  // The first lines repeat the message.
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: scrub(error.message, quotesInput(error, code)),
    stack: stack.map((line) => line.trim()),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** PostgreSQL's "data exceptions" and the JSON parser show the text that they did not like. */
function quotesInput(error: Error, code: unknown): boolean {
  return error instanceof SyntaxError || (typeof code === 'string' && /^22/.test(code));
}

function scrub(text: string, isInputQuoted = false): string {
  return (
    text
      .replaceAll(/\/\/[^/\s@]*@/g, '//[credentials]@')
      .replaceAll(/[^\s<>"'(),;:@]+@[^\s<>"'(),;:@]+/g, '[address]')
      .replaceAll(/"[^"]*"/g, (quoted) =>
        isInputQuoted || /[^\w".-]/.test(quoted) ? '"[text]"' : quoted,
      )
      .replaceAll(/\b(?:sk|rk|pk|whsec)_\w+/g, '[secret]')
      .replaceAll(/\b\d(?:[ -]?\d){6,}\b/g, '[number]')
      // Secrets of ours have 43 such characters; ids, which have hyphens, are 36 long and say nothing.
      .replaceAll(/[\w-]{40,}/g, '[secret]')
  );
}

import type { DestinationStream } from 'pino';

/* The log as sentences, for a terminal. */

/** Where lines of the log become sentences for a person at a terminal. */
export function readableLog(terminal: NodeJS.WritableStream): DestinationStream {
  return { write: (line) => terminal.write(toSentence(JSON.parse(line))) };
}

interface LogLine {
  level: number;
  time: number;
  msg?: string;
  err?: { type: string; message: string; stack: string[]; cause?: LogLine['err'] };
  [detail: string]: unknown;
}

function toSentence({ level, time, msg = '', err, ...rest }: LogLine): string {
  // What is the same in every line.
  const { pid: _pid, hostname: _hostname, ...details } = rest;
  const what = msg === 'request' ? describeRequest(details) : msg + describeDetails(details);
  const text = (level >= 50 ? 'Error: ' : level >= 40 ? 'Warning: ' : '') + what;
  return `${clockOf(time)}  ${harmless([text, ...describeError(err)].join('\n'))}\n`;
}

function clockOf(time: number): string {
  return new Date(time).toTimeString().slice(0, 8);
}

function describeRequest({ method, route, status, milliseconds }: Record<string, unknown>): string {
  return `${method} ${route}: ${status} after ${milliseconds} ms`;
}

/** In parentheses; of a list, how many there are. */
function describeDetails(details: Record<string, unknown>): string {
  const texts = Object.entries(details).map(([name, value]) => {
    if (Array.isArray(value)) return `${name}: ${value.length}`;
    return `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`;
  });
  return texts.length > 0 ? ` (${texts.join(', ')})` : '';
}

function describeError(error: LogLine['err']): string[] {
  if (!error) return [];
  const { type, message, stack, cause } = error;
  return [`${type}: ${message}`, ...stack, ...describeError(cause)];
}

/** Indents further lines, so that none passes for an entry, and removes what would steer the terminal. */
function harmless(text: string): string {
  return text.replaceAll(/[^\P{C}\n]/gu, '').replaceAll('\n', `\n${' '.repeat(10)}`);
}

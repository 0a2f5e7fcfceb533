import { isDatabaseAway } from '#server/platform/db/database-errors.ts';
import { AppError, ExplainedError } from '#server/platform/errors.ts';

/**
 * What ended a start or a command, as a sentence for whoever runs it: what is wrong, and what to do. Null for what nobody
 * has expected. There is no other place for such sentences about failures of the system, the database, and the provider.
 */
export function explain(error: unknown): string | null {
  if (error instanceof ExplainedError || error instanceof AppError) return error.message;
  const failure = read(error);
  return ofSystem(failure) ?? ofDatabase(error, failure) ?? ofProvider(failure);
}

/** The same, in the words of what nobody has expected. */
export function explainBriefly(error: unknown): string {
  return explain(error) ?? (error instanceof Error ? error.message : String(error));
}

/** The same, with the stack of what nobody has expected. */
export function explainFully(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error);
  return (
    explain(error) ?? `Something happened that nobody has expected; please report it: ${stack}`
  );
}

interface Failure {
  message: string;
  /** Of the system or the database. */
  code: string;
  syscall: string;
  path: string;
  /** The kind of a failure of the payment provider. */
  type: string;
  isEmbeddedDiskFull: boolean;
}

/** The embedded database throws objects that are no errors. */
function read(error: unknown): Failure {
  const { name, message, code, syscall, path, type, errno } = Object(error) as Record<
    string,
    unknown
  >;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    message: text(message).replace(/\.$/, ''),
    code: text(code),
    syscall: text(syscall),
    path: text(path),
    type: text(type),
    // The number that WASI gives it.
    isEmbeddedDiskFull: name === 'ErrnoError' && errno === 51,
  };
}

function ofSystem({ code, syscall, path, message, isEmbeddedDiskFull }: Failure): string | null {
  if (isEmbeddedDiskFull || /^(ENOSPC|EDQUOT|53100)$/.test(code)) {
    return 'The disk is full, so this could not be finished. Make space, for example by moving old backups elsewhere, and start again.';
  }
  // Of the file with which a data folder is locked.
  if (code === 'ERR_SQLITE_ERROR') {
    return `The data folder cannot be written to: ${message}. Look at DATA_DIR: whether there is space, and whether the user of the server may write there.`;
  }
  if (syscall === 'listen') {
    const advice: Record<string, string> = {
      EADDRINUSE: 'Another program uses this port: stop it, or set PORT to another number.',
      EACCES: 'Ports below 1024 need special rights: set PORT to a larger number.',
    };
    return `${message}. ${advice[code] ?? 'Check HOST and PORT.'}`;
  }
  if (syscall === '') return null;
  switch (code) {
    case 'EISDIR':
      return 'This is a folder, and a file is needed. Check the name.';
    case 'ENOTDIR':
    case 'EEXIST':
      return `${message}. A folder is needed there, and it is a file: check the name.`;
    case 'ENOENT':
      return `There is no ${path || 'such file'}. Check the name.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${message}. Run this as the user of the server, and let that user read and write there.`;
    default:
      return `${message}.`;
  }
}

function ofDatabase(error: unknown, { code, message }: Failure): string | null {
  // Out of connections: of the server, or of the role.
  if (code === '53300') {
    return `The database accepts no more connections (${message}). Stop another program that uses it, or raise max_connections there; a server of this site takes up to 30.`;
  }
  if (code === '42501') {
    return `The role of DATABASE_URL may not do what this needs (${message}). Set DATABASE_OWNER_URL and run npm run migrate: it upgrades the database and gives the role its rights.`;
  }
  return isDatabaseAway(error)
    ? `The database does not work any longer: ${message}. Look into its log, and start again.`
    : null;
}

function ofProvider({ type, message }: Failure): string | null {
  switch (type) {
    case 'StripePermissionError':
      return `The key of the payment provider may not do this: ${message}. "npm run reconcile -- --check-rights" says which rights are missing.`;
    case 'StripeAuthenticationError':
      return `The payment provider refuses our key: ${message}. Set STRIPE_SECRET_KEY to one that is valid.`;
    case 'StripeConnectionError':
    case 'StripeAPIError':
    case 'StripeRateLimitError':
      return `The payment provider does not respond: ${message}. Try again later.`;
    default:
      return null;
  }
}

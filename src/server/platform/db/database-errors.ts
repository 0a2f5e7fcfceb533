/** Whether a write was refused because of this unique index or check constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return isDatabaseError(error) && error.constraint === constraint;
}

/** Whether a write was refused because another row still refers to the row to delete or to change. */
export function isStillReferenced(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '23503';
}

/** Whether there is no such table. */
export function isTableMissing(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '42P01';
}

/** Whether a value contains characters that PostgreSQL's text cannot, such as a NUL byte. */
export function isUnusableText(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '22021';
}

/** Whether the database ended a statement that took longer than it may. */
export function isTooSlow(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '57014';
}

/**
 * Whether the database itself is unavailable: unreachable, shutting down, letting nobody in or not us, out of connections or
 * space, or not writable, as a standby is until it takes over.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(ECONN|ETIMEDOUT|ENOTFOUND|EPIPE|EHOSTUNREACH|08|28|3D000|55000|57P0|57014|53100|53300|25006)/.test(
      code,
    ) ||
    // Whatever its reason, the database ended the connection, or began none. In some languages it has another word.
    ('severity' in error && error.severity === 'FATAL') ||
    // Of a transaction whose connection broke, the library tells only that it cannot be rolled back.
    /Connection terminated|is not queryable|timeout exceeded when trying to connect|Cannot use a pool after calling end/.test(
      error.message,
    )
  );
}

/**
 * Whether it is the database that is unavailable, and nothing else. For {@link isDatabaseAway}, an error of the network
 * does, which here may be about anything else that is asked, and so does a statement that took too long.
 */
export function isSurelyDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return isDatabaseAway(error) && !/^(E|57014)/.test(code);
}

/**
 * Whether the same transaction may well succeed later: the database is unavailable, out of something, or two
 * transactions were in each other's way.
 */
export function isPassing(error: unknown): boolean {
  return isDatabaseAway(error) || (isDatabaseError(error) && /^(40|53|55|57|58)/.test(error.code));
}

/** Whether the database ended a transaction because it and another one were in each other's way. */
export function isCollision(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === '40P01' || error.code === '40001');
}

interface DatabaseError extends Error {
  code: string;
  constraint?: string;
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

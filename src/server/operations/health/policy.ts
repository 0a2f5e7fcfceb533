// Of the disk: below this, a large upload or a daily backup may fill it.
const leastFree = 0.05;
// A mail server is unavailable for minutes now and then; an hour is unusual.
const longestMailWait = 3600;
// It runs every hour; two missed runs are no accident.
const longestUnreconciled = 3 * 3600;

/** What is wrong with the free space of the disk; null if nothing is. */
export function diskProblem({ bavail, blocks }: { bavail: number; blocks: number }): string | null {
  return bavail < blocks * leastFree ? 'Less than 5% of the disk is free.' : null;
}

/**
 * Problems that visitors do not notice, by the name of the check. Ages in seconds; null if there is nothing to
 * report.
 */
export function warningsOf(ages: {
  mail: number | null;
  reconciled: number | null;
}): Record<string, string> {
  return {
    ...((ages.mail ?? 0) > longestMailWait && {
      mail: 'Email has been waiting for more than an hour.',
    }),
    ...((ages.reconciled ?? 0) > longestUnreconciled && {
      payments: 'Payments have not been compared with the provider for more than three hours.',
    }),
  };
}

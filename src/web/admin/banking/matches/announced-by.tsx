import type { UnmatchedLine } from '#contract/banking/bank-matches.ts';
import classes from '#web/admin/banking/matches/announced-by.module.css';

/** Who announced a transfer, and its reference, which is never broken at a hyphen. */
export function AnnouncedBy({ name, reference }: NonNullable<UnmatchedLine['expected']>) {
  return (
    <>
      {`${name} `}
      <span className={classes.reference}>{`(${reference})`}</span>
    </>
  );
}

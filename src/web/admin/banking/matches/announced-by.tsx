import type { UnmatchedLine } from '#contract/banking/bank-matches.ts';

/** Who announced a transfer, and its reference, which is never broken at a hyphen. */
export function AnnouncedBy({ name, reference }: NonNullable<UnmatchedLine['expected']>) {
  return (
    <>
      {`${name} `}
      <span className="unbroken">{`(${reference})`}</span>
    </>
  );
}

import { describe, expect, test } from 'vitest';
import {
  applyNominationAction,
  canReceiveFunds,
  type NominationFlags,
  nominationActions,
  nominationStatus,
  requestedNominationAction,
} from '#core/vetting/nomination-status.ts';

const either = [false, true];

/** Every combination of the three flags, including those that the database rejects. */
const everyCombination: NominationFlags[] = either.flatMap((isAccepted) =>
  either.flatMap((isRejected) =>
    either.map((isCompleted) => ({ isAccepted, isRejected, isCompleted })),
  ),
);

describe('the status', () => {
  // Specification, section 4: completed first, then accepted, then rejected, otherwise pending.
  test.each([
    ['---', 'pending'],
    ['--C', 'completed'],
    ['-R-', 'rejected'],
    ['-RC', 'completed'],
    ['A--', 'accepted'],
    ['A-C', 'completed'],
    ['AR-', 'accepted'],
    ['ARC', 'completed'],
  ])('of the flags %s is %s', (flags, status) => {
    const [isAccepted, isRejected, isCompleted] = [...flags].map((flag) => flag !== '-');
    expect(nominationStatus({ isAccepted, isRejected, isCompleted } as NominationFlags)).toBe(
      status,
    );
  });
});

describe('the actions', () => {
  test.each(everyCombination)('offered for %j follow the table of the specification', (flags) => {
    const { isAccepted, isRejected, isCompleted } = flags;
    const offered = nominationActions(nominationStatus(flags));
    // "Rejected" as nominationStatus defines it: a nomination with both flags counts as accepted.
    const countsAsRejected = isRejected && !isAccepted;
    expect(offered.includes('accept')).toBe(!isAccepted && !isCompleted);
    expect(offered.includes('reject')).toBe(!countsAsRejected && !isCompleted);
    expect(offered.includes('complete')).toBe(isAccepted && !isCompleted);
    expect(canReceiveFunds(flags)).toBe(isAccepted && !isCompleted);
  });

  test.each(everyCombination)('change the flags %j as the table says', (flags) => {
    const { isAccepted, isRejected, isCompleted } = flags;
    expect(applyNominationAction(flags, 'accept')).toEqual({
      isAccepted: true,
      isRejected: false,
      isCompleted,
    });
    expect(applyNominationAction(flags, 'reject')).toEqual({
      isAccepted: false,
      isRejected: true,
      isCompleted,
    });
    expect(applyNominationAction(flags, 'complete')).toEqual({
      isAccepted,
      isRejected,
      isCompleted: true,
    });
  });

  test.each(everyCombination)('each lead to a different status from %j', (flags) => {
    const after = { accept: 'accepted', reject: 'rejected', complete: 'completed' };
    for (const action of nominationActions(nominationStatus(flags))) {
      expect(nominationStatus(applyNominationAction(flags, action))).toBe(after[action]);
    }
  });
});

describe('the action of a request', () => {
  const sent = [undefined, false, true];
  const everyBody = sent.flatMap((isAccepted) =>
    sent.flatMap((isRejected) =>
      sent.map((isCompleted) => ({ isAccepted, isRejected, isCompleted })),
    ),
  );

  test.each(everyBody)('is defined by one of three bodies, not by %j', (body) => {
    const { isAccepted, isRejected, isCompleted } = body;
    const asksForAccept = isAccepted === true && !isRejected && isCompleted === undefined;
    const asksForReject = isRejected === true && !isAccepted && isCompleted === undefined;
    const asksForComplete =
      isCompleted === true && isAccepted === undefined && isRejected === undefined;
    expect(requestedNominationAction(body as Partial<NominationFlags>)).toBe(
      asksForAccept ? 'accept' : asksForReject ? 'reject' : asksForComplete ? 'complete' : null,
    );
  });
});

import { expect, test } from 'vitest';
import { isHigherGoal, takesReviews } from '#core/vetting/reviews.ts';
import { fc } from '#test/support/seed.ts';

const cents = fc.nat({ max: 99_999_999 });
const goal = fc.option(cents);

test('without a limit, no goal takes recommendations', () => {
  fc.assert(fc.property(goal, (one) => !takesReviews(one, null)));
});

test('a limit is itself allowed, a cent more is not, and no goal is more than any', () => {
  fc.assert(
    fc.property(cents, (limit) => {
      expect(takesReviews(limit, limit)).toBe(false);
      expect(takesReviews(limit + 1, limit)).toBe(true);
      expect(takesReviews(null, limit)).toBe(true);
    }),
  );
});

test('a goal that takes recommendations is reached from one that takes none only by a higher goal', () => {
  fc.assert(
    fc.property(goal, goal, cents, (before, after, limit) => {
      const crosses = !takesReviews(before, limit) && takesReviews(after, limit);
      if (crosses) expect(isHigherGoal(before, after)).toBe(true);
      expect(isHigherGoal(before, before)).toBe(false);
    }),
  );
});

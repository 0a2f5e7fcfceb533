import { expect, test } from 'vitest';
import { checklistInput, checklistPoint } from '#contract/vetting/checklists.ts';
import {
  defaultChecklists,
  missingPoints,
  nomineeKinds,
  type PointState,
  pointStates,
} from '#core/vetting/checklists.ts';

test('the lists that everybody begins with can be saved as they are, and no two points share an id', () => {
  for (const kind of nomineeKinds) {
    expect(checklistInput.parse({ version: 0, points: defaultChecklists[kind] }).points).toEqual(
      defaultChecklists[kind],
    );
  }
  const ids = nomineeKinds.flatMap((kind) =>
    defaultChecklists[kind].map((point) => checklistPoint.parse(point).id),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test.each<[PointState, boolean]>([
  ['not_started', true],
  ['in_progress', true],
  ['done', false],
  ['not_applicable', false],
])('a required point that is %s is missing: %s', (state, isMissing) => {
  expect(pointStates).toContain(state);
  const [required, other] = [
    { isRequired: true, state },
    { isRequired: false, state },
  ];
  expect(missingPoints([required, other])).toEqual(isMissing ? [required] : []);
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PlanPage } from '#contract/plans/plans.ts';
import { ChangeSections } from '#web/site/plans/change-sections.tsx';

const plan = {
  state: 'active',
  amount: 2_500,
  cover: 0,
  interval: 'month',
  changesUntil: null,
  cause: { id: 'cause', name: 'Homes' },
  causes: [{ id: 'cause', name: 'Homes' }],
  cardCosts: { basisPoints: 290, fixedCents: 30, isCoverOffered: false },
  limits: { min: 100, max: 1_000_000 },
  days: { first: '2026-02-01', last: '2026-12-31' },
} as unknown as PlanPage;

test.each([
  ['without', null],
  ['with', '2026-01-01T12:00:00.000Z'],
])('%s a fresh link, a donor reads from when another amount counts', (_, changesUntil) => {
  const page = renderToStaticMarkup(
    <ChangeSections
      plan={{ ...plan, changesUntil }}
      token="token"
      timeZone="UTC"
      onChange={() => {}}
    />,
  );
  expect(page).toContain('In the hour before a payment, a change counts for the one after it.');
});

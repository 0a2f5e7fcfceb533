import type { Impact } from '#contract/documents.ts';
import { returnedWords } from '#core/giving/deposits.ts';
import { spentBeforeWords } from '#core/ledger/spent-before.ts';
import { formatDay } from '#core/platform/dates.ts';
import { takenBackWords } from '#core/vetting/consent.ts';
import { MoneyOverview } from '#web/site/publishing/money/money-overview.tsx';

/** Where all money is, as a chart and as a table. */
export function ImpactTotals({ impact }: { impact: Omit<Impact, 'causes'> }) {
  const { given, waiting, allocated, spent, spentBefore, returned, uncovered } = impact;
  const { allocatedWithoutPage, allocatedTakenBack, spentTakenBack, withoutProofSince } = impact;
  const notYetProven = impact.spentWithoutProof - spentTakenBack;
  const withoutPage = allocatedWithoutPage - allocatedTakenBack;
  const since = withoutProofSince ? ` (the oldest from ${formatDay(withoutProofSince)})` : '';
  const rows = [
    { name: 'Spent, with public receipts', cents: spent - impact.spentWithoutProof },
    ...(notYetProven > 0
      ? [{ name: `Spent, receipts not public yet${since}`, cents: notYetProven }]
      : []),
    ...(spentTakenBack > 0 ? [{ name: `Spent, ${takenBackWords}`, cents: spentTakenBack }] : []),
    {
      name: 'Allocated to a need with a public page, not spent yet',
      cents: allocated - allocatedWithoutPage,
    },
    ...(withoutPage > 0
      ? [
          {
            name: 'Allocated to a need without a public page, not spent yet',
            cents: withoutPage,
          },
        ]
      : []),
    ...(allocatedTakenBack > 0
      ? [
          {
            name: `For a need that was ${takenBackWords}, not spent yet`,
            cents: allocatedTakenBack,
          },
        ]
      : []),
    { name: 'Available for needs in its cause', cents: waiting },
    ...(spentBefore > 0 ? [{ name: spentBeforeWords, cents: spentBefore }] : []),
    { name: returnedWords, cents: returned },
    ...(uncovered > 0
      ? [{ name: 'Returned after it was allocated, or more than was donated', cents: -uncovered }]
      : []),
  ];
  return (
    <MoneyOverview
      title="Where all donations are now"
      places={[
        { label: 'Spent', cents: spent, tone: 'spent' },
        { label: 'Allocated, not spent yet', cents: allocated, tone: 'allocated' },
        { label: 'Available', cents: waiting, tone: 'waiting' },
        { label: 'Spent before', cents: spentBefore, tone: 'returned' },
        { label: 'Returned', cents: returned, tone: 'returned' },
      ]}
      rows={rows}
      total={{ name: 'Donated', cents: given }}
    />
  );
}

import type { ReactNode } from 'react';
import type { Impact } from '#contract/documents.ts';
import { returnedWords } from '#core/giving/deposits.ts';
import { spentBeforeWords } from '#core/ledger/spent-before.ts';
import { takenBackWords } from '#core/vetting/consent.ts';
import { paths } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';
import classes from '#web/site/home/money-slip.module.css';

interface SlipProps {
  title: string;
  lines: readonly { name: string; cents: number }[];
  total: { name: string; cents: number };
  note: ReactNode;
}

/** A slip of paper, torn at the bottom, whose lines add up to the total at its end. */
function Slip({ title, lines, total, note }: SlipProps) {
  return (
    <figure className={classes.slip}>
      <figcaption>{title}</figcaption>
      <dl>
        {[...lines, total].map(({ name, cents }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Money cents={cents} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={`soft small above-3 ${classes.note}`}>{note}</p>
    </figure>
  );
}

/** Where all money is at this moment. */
export function TotalsSlip({ impact }: { impact: Impact }) {
  const { given, waiting, allocated, spent, spentWithoutProof, returned, uncovered } = impact;
  const { spentBefore, spentTakenBack } = impact;
  const lines = [
    { name: 'Spent, with public receipts', cents: spent - spentWithoutProof },
    { name: 'Spent, receipts not public yet', cents: spentWithoutProof - spentTakenBack },
    { name: `Spent, ${takenBackWords}`, cents: spentTakenBack },
    { name: 'Allocated, not spent yet', cents: allocated },
    { name: 'Available for needs', cents: waiting },
    { name: spentBeforeWords, cents: spentBefore },
    { name: returnedWords, cents: returned },
    { name: 'Returned after it was allocated', cents: -uncovered },
  ];
  return (
    <Slip
      title="All donations, to the cent"
      lines={lines.filter(({ cents }) => cents !== 0)}
      total={{ name: 'Donated', cents: given }}
      note={
        <a className="tap" href={paths.impact}>
          See each need and each receipt
        </a>
      }
    />
  );
}

/** An invented donation, labeled as an example, for a charity without donations. */
export function ExampleSlip() {
  return (
    <Slip
      title="A donation, followed to the cent"
      lines={[
        { name: 'A coat for Maya', cents: 1840 },
        { name: 'Gloves for her brother', cents: 660 },
        { name: 'Spent on anything else', cents: 0 },
      ]}
      total={{ name: 'Given to Winter coats', cents: 2500 }}
      note="This is an example, with invented receipts."
    />
  );
}

import type { Impact, NeedListing } from '#contract/documents.ts';
import { whyNotAll } from '#core/ledger/promise.ts';
import { countOf } from '#core/platform/counts.ts';
import { describeWork } from '#core/platform/working-time.ts';
import { takenBackWords } from '#core/vetting/consent.ts';
import { Money } from '#web/shared/money.tsx';
import { CommentsSection } from '#web/site/publishing/comments/comments-section.tsx';
import classes from '#web/site/publishing/impact/impact-page.module.css';
import { ImpactTotals } from '#web/site/publishing/impact/impact-totals.tsx';
import { NeedsSection } from '#web/site/publishing/impact/needs-section.tsx';
import { MoneyTable } from '#web/site/publishing/money/money-table.tsx';
import { ContentLead, ContentPage, ContentSection } from '#web/site/shared/content-page.tsx';

interface ImpactPageProps {
  impact: Impact;
  listing: NeedListing;
  /** The name of the charity. */
  charity: string;
}

/** The public page about impact: where all money is, and the published needs. */
export function ImpactPage({ impact, listing, charity }: ImpactPageProps) {
  const causes = impact.causes.filter(({ given }) => given > 0);
  return (
    <ContentPage>
      <header>
        <h1>Where the Money Goes</h1>
        <ContentLead>
          Every cent of every donation is in one of these places, and the figures add up to the
          total donated.
        </ContentLead>
        {/* On a phone, the list is several screens away. */}
        {listing.needs.length > 0 && (
          <p>
            <a href="#needs">Find a need</a>
          </p>
        )}
      </header>
      <ImpactTotals impact={impact} />
      <CardCostsSection cardCosts={impact.cardCosts} charity={charity} />
      {impact.worked && (
        <ContentSection title="Time given">
          <p>
            {`Besides money, needs were helped with time: ${describeWork(impact.worked)}. The page of each need has its own share. Time is never counted as money.`}
          </p>
        </ContentSection>
      )}
      <ThingsSection things={impact.things} />
      {causes.length > 0 && (
        <ContentSection title="By cause">
          <CausesTable causes={causes} />
        </ContentSection>
      )}
      <CommentsSection comments={impact.comments} namesCause />
      <NeedsSection causes={impact.causes} listing={listing} />
    </ContentPage>
  );
}

/** Things beside the money: how many, and what the team says about the newest. Nothing while there are none. */
function ThingsSection({ things: { count, texts } }: Pick<Impact, 'things'>) {
  if (count === 0) return null;
  return (
    <ContentSection title="Donations in kind">
      <p>
        {`Besides money, we received ${countOf(count, 'donation in kind', 'donations in kind')}${texts.length > 0 ? ', such as:' : '.'}`}
      </p>
      {texts.length > 0 && (
        <ul>
          {[...new Set(texts)].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p className="soft">Things are not counted as money anywhere.</p>
    </ContentSection>
  );
}

interface CardCostsSectionProps {
  cardCosts: Impact['cardCosts'];
  /** The name of the charity. */
  charity: string;
}

/** What payments by card and the bank cost so far, and who paid it; nothing as long as nothing was paid for it. */
function CardCostsSection({ cardCosts, charity }: CardCostsSectionProps) {
  const { costs, covered, donated, toppedUp, missing } = cardCosts;
  if (costs === 0 && covered === 0 && donated === 0 && toppedUp === 0) return null;
  const left = covered + donated + toppedUp - costs;
  return (
    <ContentSection title="Card and bank costs">
      <p>
        {donated === 0
          ? 'A payment by card costs something, and so does a bank account. None of it is taken from donations, and it is no part of the figures above.'
          : 'A payment by card costs something, and so does a bank account. None of it is taken from donations to other causes. What was paid from donations for running costs is part of what was spent above. The rest is no part of the figures above.'}
      </p>
      <MoneyTable
        label="Card and bank costs, and who pays them"
        rows={[
          { name: 'Added by donors for them', cents: covered },
          ...(donated === 0
            ? []
            : [{ name: 'Paid from donations for running costs', cents: donated }]),
          { name: 'Put in by the charity', cents: toppedUp },
          ...(left > 0 ? [{ name: 'Less what is left for costs to come', cents: -left }] : []),
          ...(left < 0 ? [{ name: 'Not paid for yet', cents: -left }] : []),
        ]}
        total={{ name: 'Card and bank costs so far', cents: costs }}
      />
      {missing > 0 && <p>{whyNotAll({ missingCents: missing, charity })}</p>}
    </ContentSection>
  );
}

const missingReceipts = 'Spent, receipts not public yet';
const takenDown = `Spent, ${takenBackWords}`;
const spentBefore = 'Spent before';
/** Columns that are left out while they are empty. */
const rare = [missingReceipts, takenDown, spentBefore];
type Cause = Impact['causes'][number];

const columns: { name: string; cents: (cause: Cause) => number }[] = [
  { name: 'Donated', cents: ({ given }) => given },
  {
    name: 'Spent, with public receipts',
    cents: ({ spent, spentWithoutProof }) => spent - spentWithoutProof,
  },
  {
    name: missingReceipts,
    cents: ({ spentWithoutProof, spentTakenBack }) => spentWithoutProof - spentTakenBack,
  },
  { name: takenDown, cents: ({ spentTakenBack }) => spentTakenBack },
  { name: 'Allocated, not spent yet', cents: ({ allocated }) => allocated },
  { name: 'Available', cents: ({ waiting }) => waiting },
  { name: spentBefore, cents: (places) => places.spentBefore },
  { name: 'Returned', cents: ({ returned }) => returned },
];

/** Where the money for each cause is. */
function CausesTable({ causes }: { causes: Impact['causes'] }) {
  const shown = columns.filter(
    ({ name, cents }) => !rare.includes(name) || causes.some((cause) => cents(cause) > 0),
  );
  return (
    <table className={classes.causes} aria-label="Money by cause">
      <thead>
        <tr>
          <th scope="col">Cause</th>
          {shown.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {causes.map((cause) => (
          <tr key={cause.id}>
            <th scope="row">{cause.name}</th>
            {shown.map(({ name, cents }) => (
              <td key={name} data-column={name}>
                <Money cents={cents(cause)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

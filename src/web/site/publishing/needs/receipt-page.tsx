import type { ReceiptView } from '#contract/documents.ts';
import { formatDay } from '#core/platform/dates.ts';
import { receiptKinds } from '#core/receipts/receipt-kinds.ts';
import { paths } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';
import { picturedPages, wholeCopies } from '#web/site/publishing/needs/receipt-copies.ts';
import classes from '#web/site/publishing/needs/receipt-page.module.css';
import { ReceiptPicture } from '#web/site/publishing/needs/receipt-picture.tsx';
import { Container } from '#web/ui/container.tsx';

/**
 * One receipt: its pages to leaf through, what it proves, and the fingerprints with which anybody can see that nobody
 * has changed it.
 */
export function ReceiptPage({ view: { need, receipt, expenses } }: { view: ReceiptView }) {
  const pages = picturedPages(receipt);
  return (
    <Container as="article" className={classes.page} data-receipt-view="">
      <header className={classes.intro}>
        <p className="below-2">
          <a href={paths.need(need.id)}>{need.name}</a>
        </p>
        <h1 className={classes.title}>{receipt.caption || 'Receipt'}</h1>
      </header>
      <div>
        {pages.length > 1 && (
          <nav
            className={`row gap-5 gap-y-0 below-2 ${classes.leaf}`}
            aria-label="Pages of the receipt"
          >
            {pages.map((copies, index) => (
              <a
                className="tap"
                key={copies[0]?.page}
                href={`#page-${index + 1}`}
                aria-current={index === 0 ? 'true' : undefined}
              >
                {`Page ${index + 1}`}
              </a>
            ))}
          </nav>
        )}
        {pages.length > 0 && (
          <ol
            className={`list row unwrapped gap-4 ${classes.pages}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable without a mouse
            tabIndex={0}
            aria-label="Pages"
            data-receipt-pages=""
          >
            {pages.map((copies, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pages of a receipt do not move
              <li key={index} id={`page-${index + 1}`}>
                <ReceiptPicture
                  className="photo"
                  copies={copies}
                  alternativeText={
                    (index === 0 && receipt.alternativeText) || `Page ${index + 1} of the receipt`
                  }
                  sizes="(min-width: 992px) 36rem, 94vw"
                />
              </li>
            ))}
          </ol>
        )}
        {pages.length === 0 && <p>{receipt.alternativeText}</p>}
      </div>
      <div className="shrink">
        <h2 className="subtitle">What it proves</h2>
        {expenses.length === 0 && <p>It belongs to an update about this need.</p>}
        {expenses.map(({ id, payee, amount, purpose, paidOn, receiptKind }) => (
          <dl key={id} className={`above-3 below-4 ${classes.list}`}>
            <div>
              <dt className="soft">Paid</dt>
              <dd>
                <strong>
                  <Money cents={amount} />
                </strong>
              </dd>
            </div>
            <div>
              <dt className="soft">To</dt>
              <dd>{payee}</dd>
            </div>
            <div>
              <dt className="soft">For</dt>
              <dd>{purpose}</dd>
            </div>
            <div>
              <dt className="soft">On</dt>
              <dd>{formatDay(paidOn)}</dd>
            </div>
            <div>
              <dt className="soft">Proof</dt>
              <dd>{receiptKinds[receiptKind]}</dd>
            </div>
          </dl>
        ))}
        <p className="soft">
          Private details, if there are any, are blacked out in the public copy.
        </p>
        <details className={`above-4 small ${classes.fingerprints}`}>
          <summary>Fingerprints of the files</summary>
          <p className="soft">
            The fingerprint (SHA-256) of a file changes with every change to it. Save these today
            and compare them later: what you kept yourself shows whether anybody, we included, has
            changed a file since.
          </p>
          <dl>
            <dt>Original, which we keep</dt>
            <dd>{receipt.originalSha256}</dd>
            {wholeCopies(receipt).map(({ url, page, mediaType, sha256 }) => (
              <div key={url}>
                <dt>
                  <a href={url} target="_blank" rel="noopener">
                    {mediaType === 'application/pdf'
                      ? 'Public copy (PDF)'
                      : `Public copy, page ${page}`}
                    <span className="visually-hidden"> (opens in a new tab)</span>
                  </a>
                </dt>
                <dd>{sha256}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </Container>
  );
}

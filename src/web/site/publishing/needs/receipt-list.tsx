import type { PublicReceipt } from '#contract/publishing/needs.ts';
import classes from '#web/site/publishing/needs/receipt-list.module.css';

/** Links to receipts, with the fingerprints that prove that nobody changed them. */
export function ReceiptList({ receipts }: { receipts: PublicReceipt[] }) {
  if (receipts.length === 0) {
    return <p className="soft">We have the receipt, but have not published it yet.</p>;
  }
  return (
    <ul className={classes.list}>
      {receipts.map(({ id, caption, alternativeText, originalSha256, copies }, index) => (
        <li key={id}>
          {copies.filter(isWhole).map(({ url, page, mediaType }) => (
            <a key={url} href={url} target="_blank" rel="noopener">
              {mediaType !== 'application/pdf' && (
                <img
                  className={classes.page}
                  src={narrowest(copies, page)}
                  alt={page === 1 ? alternativeText : ''}
                  loading="lazy"
                  decoding="async"
                />
              )}
              {`${caption || `Receipt ${index + 1}`}${mediaType === 'application/pdf' ? ' (PDF)' : `, page ${page}`}`}
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
          ))}
          <details className={classes.fingerprints}>
            <summary>Fingerprints (SHA-256)</summary>
            <dl>
              <dt>Original</dt>
              <dd>{originalSha256}</dd>
              {copies.filter(isWhole).map(({ url, sha256 }) => (
                <div key={url}>
                  <dt>Public copy</dt>
                  <dd>{sha256}</dd>
                </div>
              ))}
            </dl>
          </details>
        </li>
      ))}
    </ul>
  );

  /** A page as a thumbnail. The copies are sorted from narrow to wide. */
  function narrowest(copies: PublicReceipt['copies'], page: number): string | undefined {
    const pictures = copies.filter(
      (copy) => copy.page === page && copy.mediaType.startsWith('image/'),
    );
    return (pictures.find(({ mediaType }) => mediaType === 'image/webp') ?? pictures[0])?.url;
  }

  /** Whether a copy is the widest of its page. The copies are sorted from narrow to wide. */
  function isWhole(
    copy: PublicReceipt['copies'][number],
    index: number,
    copies: PublicReceipt['copies'],
  ): boolean {
    if (copy.mediaType === 'image/webp') return false;
    return !copies
      .slice(index + 1)
      .some(({ page, mediaType }) => page === copy.page && mediaType === copy.mediaType);
  }
}

import type { NominationId } from '#contract/ids.ts';
import type { PublicReceipt } from '#contract/publishing/needs.ts';
import { paths } from '#web/client/paths.ts';
import { picturedPages } from '#web/site/publishing/needs/receipt-copies.ts';
import classes from '#web/site/publishing/needs/receipt-list.module.css';
import { ReceiptPicture } from '#web/site/publishing/needs/receipt-picture.tsx';

interface ReceiptListProps {
  needId: NominationId;
  receipts: readonly PublicReceipt[];
}

/** Links to receipts, which `src/web/page/receipts.ts` opens over the page. */
export function ReceiptList({ needId, receipts }: ReceiptListProps) {
  if (receipts.length === 0) {
    return <p className="soft">We have the receipt, but have not published it yet.</p>;
  }
  return (
    <ul className="list above-2">
      {receipts.map((receipt, index) => {
        const pages = picturedPages(receipt);
        const name = receipt.caption || `Receipt ${index + 1}`;
        return (
          <li key={receipt.id} className="row gap-5 gap-y-1">
            <a className="tap gap-3" href={paths.receipt(needId, receipt.id)} data-receipt="">
              {pages[0] && (
                <ReceiptPicture
                  className={classes.page}
                  copies={pages[0]}
                  alternativeText={receipt.alternativeText}
                  sizes="4.5rem"
                />
              )}
              {pages.length > 1 ? `${name}, ${pages.length} pages` : name}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

import { IconX } from '@tabler/icons-react';
import classes from '#web/site/publishing/needs/receipt-viewer.module.css';
import { IconButton } from '#web/ui/button.tsx';

const viewerId = 'receipt-viewer';

/** Where `src/web/page/receipts.ts` opens a receipt over the page. Without script, a receipt is a page of its own. */
export function ReceiptViewer() {
  return (
    <dialog id={viewerId} className={classes.viewer} aria-label="Receipt" closedby="any">
      <div className={classes.panel}>
        <IconButton
          className={classes.close ?? ''}
          label="Close the receipt"
          command="close"
          commandfor={viewerId}
        >
          <IconX size={24} aria-hidden="true" />
        </IconButton>
        <div data-receipt-place="" aria-live="polite" />
      </div>
    </dialog>
  );
}

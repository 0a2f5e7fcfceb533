import DonationView from '#web/site/publishing/donation-page/donation-view.island.tsx';
import { ReceiptViewer } from '#web/site/publishing/needs/receipt-viewer.tsx';
import { Island } from '#web/ui/island.tsx';

/** A donor's private page: all of it depends on the secret in the address, which the server never sees. */
export function DonationPage({ timeZone, charity }: { timeZone: string; charity: string }) {
  return (
    <>
      <Island
        isUrgent
        name="donation-view"
        component={DonationView}
        props={{ timeZone, charity }}
      />
      <ReceiptViewer />
    </>
  );
}

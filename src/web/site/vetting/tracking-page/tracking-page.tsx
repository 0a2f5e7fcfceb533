import TrackingView from '#web/site/vetting/tracking-page/tracking-view.island.tsx';
import { Island } from '#web/ui/island.tsx';

/** A nominator's private page: all of it depends on the secret in the address, which the server never sees. */
export function TrackingPage({ timeZone }: { timeZone: string }) {
  return <Island isUrgent name="tracking-view" component={TrackingView} props={{ timeZone }} />;
}

import ConsentView from '#web/site/vetting/consent-page/consent-view.island.tsx';
import { Island } from '#web/ui/island.tsx';

/** A nominee's private page: all of it depends on a secret that the server never sees in an address. */
export function ConsentPage({ timeZone }: { timeZone: string }) {
  return <Island isUrgent name="consent-view" component={ConsentView} props={{ timeZone }} />;
}

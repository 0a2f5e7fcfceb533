import type { FormState } from '#contract/documents.ts';
import DonorView from '#web/site/publishing/donor-page/donor-view.island.tsx';
import { Island } from '#web/ui/island.tsx';

interface DonorPageProps {
  /** The form that asks for a link. */
  form: FormState;
  /** Whether a browser without script has just sent that form. */
  isSent: boolean;
  timeZone: string;
}

/** All donations of one address: behind a link that is mailed on request, whose secret the server never sees. */
export function DonorPage({ form, isSent, timeZone }: DonorPageProps) {
  return (
    <Island isUrgent name="donor-view" component={DonorView} props={{ form, isSent, timeZone }} />
  );
}

import type { FormState } from '#contract/documents.ts';
import PlanView from '#web/site/plans/plan-view.island.tsx';
import { Island } from '#web/ui/island.tsx';

interface PlanPageProps {
  /** The form that asks for a link. */
  form: FormState;
  /** Whether a browser without script has just sent that form. */
  isSent: boolean;
  timeZone: string;
}

/** A donor's recurring donation: behind a link of an email, whose secret the server never sees. */
export function PlanPage({ form, isSent, timeZone }: PlanPageProps) {
  return (
    <Island isUrgent name="plan-view" component={PlanView} props={{ form, isSent, timeZone }} />
  );
}

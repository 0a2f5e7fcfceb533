import DedicationRefusal from '#web/site/giving/dedications/dedication-refusal.island.tsx';
import { Island } from '#web/ui/island.tsx';

/** The target of the link in an email about a dedication. */
export function DedicationRefusalPage() {
  return <Island isUrgent name="dedication-refusal" component={DedicationRefusal} props={{}} />;
}

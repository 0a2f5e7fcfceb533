import DonorChange from '#web/site/donors/donor-change.island.tsx';
import { Island } from '#web/ui/island.tsx';

/** The target of the links in an email about another address of a donor. */
export function DonorChangePage({ answer }: { answer: 'stop' | 'agree' }) {
  return <Island isUrgent name="donor-change" component={DonorChange} props={{ answer }} />;
}

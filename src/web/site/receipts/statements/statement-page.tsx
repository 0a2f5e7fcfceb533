import StatementView from '#web/site/receipts/statements/statement-view.island.tsx';
import { Island } from '#web/ui/island.tsx';

/** The statement behind the link of an email: all of it depends on the secret in the address. */
export function StatementPage() {
  return <Island isUrgent name="statement-view" component={StatementView} props={{}} />;
}

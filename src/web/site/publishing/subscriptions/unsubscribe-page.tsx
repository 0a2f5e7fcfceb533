import UnsubscribeForm from '#web/site/publishing/subscriptions/unsubscribe-form.island.tsx';
import { Island } from '#web/ui/island.tsx';

/** The target of the link in an update. */
export function UnsubscribePage() {
  return <Island isUrgent name="unsubscribe-form" component={UnsubscribeForm} props={{}} />;
}

import FollowConfirmation from '#web/site/publishing/subscriptions/follow-confirmation.island.tsx';
import { Island } from '#web/ui/island.tsx';

/** The target of the link with which somebody confirms that they follow a need. */
export function FollowPage({ need }: { need: string | null }) {
  return (
    <Island isUrgent name="follow-confirmation" component={FollowConfirmation} props={{ need }} />
  );
}

import classes from '#web/admin/people/approvals/waiting-count.module.css';
import { useDesk } from '#web/admin/queries/desk.ts';

/**
 * How many requests wait for the signed-in person, beside the link to them; nothing if none does. It is drawn anew with
 * each page, which must not count everything again.
 */
export function WaitingCount() {
  const count = useDesk(60_000).data?.approvals?.count ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      {count}
      <span className="visually-hidden"> waiting for you</span>
    </span>
  );
}

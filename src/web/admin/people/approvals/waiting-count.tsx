import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import classes from '#web/admin/people/approvals/waiting-count.module.css';

/**
 * How many requests wait for the signed-in person, beside the link to them; nothing if none does. It is drawn anew with
 * each page, which must not count everything again.
 */
export function WaitingCount() {
  const desk = useEndpoint(endpoints.getDesk, {}, { staleTime: 60_000 });
  const count = desk.data?.approvals?.count ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      {count}
      <span className="visually-hidden"> waiting for you</span>
    </span>
  );
}

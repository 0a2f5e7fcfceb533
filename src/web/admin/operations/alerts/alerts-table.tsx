import { Button } from '@mantine/core';
import type { Alert } from '#contract/operations/alerts.ts';
import { useMayOpen } from '#web/admin/client/admin-pages.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import classes from '#web/admin/operations/alerts/alerts-table.module.css';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { actionsHeading, type Columns, ListTable } from '#web/admin/ui/data-table.tsx';
import { LinkButton } from '#web/admin/ui/link-button.tsx';
import { focusContent } from '#web/ui/focus-content.ts';

const alertColumns: Columns<Alert> = [
  { header: 'Alert', hidesHeader: true, show: (alert) => <What alert={alert} /> },
  { ...actionsHeading, show: (alert) => <AlertActions alert={alert} /> },
];

/** What needs a person's attention, until someone marks it as done, where that is for a person to say, or the problem goes away. */
export function AlertsTable() {
  const alerts = useEndpoint(endpoints.listAlerts);
  // A line: it stands above everything that waits.
  if (alerts.data?.length === 0) {
    return (
      <p className="soft">
        There are no alerts. When something needs a look, it appears here, and the team gets an
        email.
      </p>
    );
  }
  return <ListTable label="Alerts" columns={alertColumns} rows={alerts} of="alerts" />;
}

function What({ alert: { title, message, createdAt, endsByItself } }: { alert: Alert }) {
  return (
    <div className={classes.alert}>
      <h3>{title.charAt(0).toUpperCase() + title.slice(1)}</h3>
      <p>{message}</p>
      <p className="soft small">
        <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        {endsByItself && '. This ends by itself when it is mended.'}
      </p>
    </div>
  );
}

function AlertActions({ alert: { id, title, path, endsByItself } }: { alert: Alert }) {
  const settle = useSend(endpoints.settleAlert, { said: 'Marked as done', onDone: focusContent });
  const mayOpen = useMayOpen();
  return (
    <div className={`row gap-2 to-end ${classes.actions}`}>
      {path !== paths.admin.dashboard && mayOpen(path) && (
        <LinkButton to={path} size="sm" aria-label={`Open: ${title}`}>
          Open
        </LinkButton>
      )}
      {!endsByItself && (
        <IfMay right="money.write">
          <Button
            variant="default"
            size="sm"
            aria-label={`Mark as Done: ${title}`}
            loading={settle.isPending}
            onClick={() => settle.mutate({ params: { id } })}
          >
            Mark as Done
          </Button>
        </IfMay>
      )}
    </div>
  );
}

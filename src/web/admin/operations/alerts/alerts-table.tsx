import { Button } from '@mantine/core';
import type { Alert } from '#contract/operations/alerts.ts';
import { formatMoment } from '#core/dates.ts';
import { useAlerts, useSettleAlert } from '#web/admin/queries/alerts.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/styles/admin.module.css';
import { type Columns, ListTable } from '#web/ui/data-table.tsx';
import { focusContent } from '#web/ui/focus-content.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

const alertColumns: Columns<Alert> = [
  {
    id: 'what',
    header: () => null,
    meta: { hiddenHeading: 'What needs a look' },
    cell: ({ row }) => <What alert={row.original} />,
  },
  {
    id: 'actions',
    header: () => null,
    meta: { hiddenHeading: 'Actions' },
    cell: ({ row }) => <AlertActions alert={row.original} />,
  },
];

/** What a person has to look at, until somebody marks it as done or its cause is gone. */
export function AlertsTable() {
  return (
    <ListTable
      label="What needs a look"
      columns={alertColumns}
      rows={useAlerts()}
      loadingText="Loading what needs a look."
      emptyText="Nothing needs a look."
      emptyHint={<p>When something does, it stands here and an email tells the team.</p>}
      errorText="What needs a look could not be loaded."
    />
  );
}

function What({ alert: { title, message, createdAt } }: { alert: Alert }) {
  return (
    <div className={classes.alert}>
      <h3>{title.charAt(0).toUpperCase() + title.slice(1)}</h3>
      <p>{message}</p>
      <p className={classes.soft}>
        <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
      </p>
    </div>
  );
}

function AlertActions({ alert: { id, title, path } }: { alert: Alert }) {
  const settle = useSettleAlert();
  return (
    <div className={classes.alertActions}>
      {path !== paths.admin && (
        <LinkButton to={path} size="sm" aria-label={`Look at it: ${title}`}>
          Look at it
        </LinkButton>
      )}
      <Button
        variant="default"
        size="sm"
        aria-label={`Mark as done: ${title}`}
        loading={settle.isPending}
        onClick={() => settle.mutate(id, { onSuccess: focusContent })}
      >
        Mark as done
      </Button>
    </div>
  );
}

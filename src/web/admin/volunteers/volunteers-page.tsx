import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePages } from '#web/admin/client/use-endpoint.ts';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { AddVolunteerModal } from '#web/admin/volunteers/add-volunteer-modal.tsx';
import { volunteerColumns } from '#web/admin/volunteers/columns.tsx';
import {
  readVolunteerFilters,
  VolunteerFilterPanel,
  volunteerQuery,
} from '#web/admin/volunteers/volunteer-filter-panel.tsx';
import classes from '#web/admin/volunteers/volunteers-page.module.css';
import { paths } from '#web/client/paths.ts';
import { TextButton } from '#web/ui/text-button.tsx';

const noFilters = {
  search: null,
  state: null,
  assignedToId: null,
  nominationId: null,
  isUnconfirmed: null,
};

/** Everybody who offered time. The address holds the filters and the dialog `add`. */
export default function VolunteersPage() {
  const { query, set } = useQueryState();
  const add = useModal('add');
  const filters = readVolunteerFilters(query);
  const volunteers = usePages(endpoints.listVolunteers, { query: volunteerQuery(filters) });
  const isFiltered = Object.keys(noFilters).some((name) => query.get(name));
  return (
    <>
      <PageHeader title="Volunteers">
        <div className={classes.actions}>
          <IfMay right="volunteers.write">
            <Button onClick={() => add.open()}>Enter an Offer</Button>
          </IfMay>
          <ExportButton list="volunteers" query={volunteerQuery(filters)} />
        </div>
      </PageHeader>
      <VolunteerFilterPanel />
      <DataTable
        label="Volunteers"
        columns={volunteerColumns}
        rows={volunteers}
        loadingText="Loading offers of time."
        emptyText={isFiltered ? 'No offer of time was found.' : 'There are no offers of time.'}
        emptyHint={
          isFiltered ? (
            <TextButton onClick={() => set(noFilters)}>Show all offers of time</TextButton>
          ) : (
            <p>
              They appear here when somebody ticks “I am available to volunteer my time” at the{' '}
              <Link to={paths.donate}>donation page</Link>.
            </p>
          )
        }
        errorText="The offers of time could not be loaded."
      />
      <IfMay right="volunteers.write">
        <AddVolunteerModal opened={add.isOpen} onClose={add.close} />
      </IfMay>
    </>
  );
}

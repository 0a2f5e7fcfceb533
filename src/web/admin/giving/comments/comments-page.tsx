import { commentStateWords } from '#core/giving/comments.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { commentColumns } from '#web/admin/giving/comments/columns.tsx';
import { EndpointTable } from '#web/admin/shared/endpoint-table.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { ListFilters } from '#web/admin/shared/list-filters.tsx';
import { useList } from '#web/admin/shared/use-list.ts';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';

/** What donors say in public, and the decision whether it is shown. The address holds the filters. */
export default function CommentsPage() {
  const list = useList(endpoints.listComments);
  return (
    <>
      <PageHeader title="Public Comments">
        <ExportButton list="comments" query={list.filter} />
      </PageHeader>
      <PageLead>
        What donors want to say in public, with their first name. It is shown once somebody has
        approved it: on the pages of the needs that got their money, and on the page about where the
        money goes. A donation that becomes anonymous loses it at once.
      </PageLead>
      <ListFilters
        list={list}
        fields={{
          state: { words: { all: 'All states', ...commentStateWords } },
          causeId: {},
          from: {},
          to: {},
        }}
      />
      <EndpointTable
        list={list}
        label="Public comments"
        columns={commentColumns}
        of="comments"
        emptyText="There are no public comments."
        filtered={{ text: 'No public comment is like this.', showAll: 'Show all comments' }}
      />
    </>
  );
}

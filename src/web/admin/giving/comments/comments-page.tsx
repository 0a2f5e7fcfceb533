import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePages } from '#web/admin/client/use-endpoint.ts';
import { commentColumns } from '#web/admin/giving/comments/columns.tsx';
import {
  CommentFilterPanel,
  commentQuery,
  readCommentFilters,
} from '#web/admin/giving/comments/comment-filter-panel.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { TextButton } from '#web/ui/text-button.tsx';

const noFilters = { state: null, causeId: null, from: null, to: null };

/** What donors say in public, and the decision whether it is shown. The address holds the filters. */
export default function CommentsPage() {
  const { query, set } = useQueryState();
  const filters = readCommentFilters(query);
  const comments = usePages(endpoints.listComments, { query: commentQuery(filters) });
  const isFiltered = Object.values(filters).some((text) => text !== '');
  return (
    <>
      <PageHeader title="Public Comments">
        <ExportButton list="comments" query={commentQuery(filters)} />
      </PageHeader>
      <PageLead>
        What donors want to say in public, with their first name. It is shown once somebody has
        approved it: on the pages of the needs that got their money, and on the page about where the
        money goes. A donation that becomes anonymous loses it at once.
      </PageLead>
      <CommentFilterPanel />
      <DataTable
        label="Public comments"
        columns={commentColumns}
        rows={comments}
        loadingText="Loading comments."
        emptyText={isFiltered ? 'No public comment is like this.' : 'There are no public comments.'}
        emptyHint={
          isFiltered && <TextButton onClick={() => set(noFilters)}>Show all comments</TextButton>
        }
        errorText="The comments could not be loaded."
      />
    </>
  );
}

import { commentColumns } from '#web/admin/giving/comments/columns.tsx';
import { useComments } from '#web/admin/queries/comments.ts';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';

/** What donors say in public, and the decision whether it is shown. */
export default function CommentsPage() {
  const comments = useComments();
  return (
    <>
      <PageHeader title="Public Comments" />
      <PageLead>
        What donors want to say in public, with their first name. It is shown once somebody has
        approved it: on the pages of the needs that got their money, and on the page about where the
        money goes. A donation that becomes anonymous loses it at once.
      </PageLead>
      <DataTable
        label="Public comments"
        columns={commentColumns}
        rows={comments}
        loadingText="Loading comments."
        emptyText="There are no public comments."
        errorText="The comments could not be loaded."
      />
    </>
  );
}

import { Button } from '@mantine/core';
import type { Comment } from '#contract/giving/comments.ts';
import { type CommentState, commentStateWords } from '#core/giving/comments.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { EndpointTable } from '#web/admin/shared/endpoint-table.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { ListFilters } from '#web/admin/shared/list-filters.tsx';
import { useList } from '#web/admin/shared/use-list.ts';
import { actionsHeading, type Columns } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { RowActions } from '#web/admin/ui/row-actions.tsx';
import { StatusMark, type StatusShape } from '#web/ui/status-mark.tsx';

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

const shapes: Record<CommentState, StatusShape> = {
  waiting: 'ring',
  approved: 'tick',
  declined: 'cross',
};

const commentColumns: Columns<Comment> = [
  { header: 'Date', value: ({ createdAt }) => formatDate(createdAt) },
  {
    header: 'Comment',
    onPhone: 'title',
    show: ({ text, firstName, cause }) => (
      <>
        {text}
        <p className="soft">{`${firstName}, ${cause}`}</p>
      </>
    ),
  },
  {
    header: 'State',
    onPhone: 'aside',
    show: ({ state }) => <StatusMark shape={shapes[state]} word={commentStateWords[state]} />,
  },
  { ...actionsHeading, show: (comment) => <CommentActions comment={comment} /> },
];

function CommentActions({ comment: { id, state, text, firstName } }: { comment: Comment }) {
  const decide = useSend(endpoints.decideComment, { said: 'The decision was saved' });
  const press = (isApproved: boolean) =>
    decide.mutate({ params: { id }, body: { isApproved, seenText: text } });
  const decline = state === 'approved' ? 'Take Back' : 'Decline';
  return (
    <RowActions>
      {state !== 'approved' && (
        <Button
          size="sm"
          aria-label={`Approve the comment of ${firstName}`}
          loading={decide.isPending}
          onClick={() => press(true)}
        >
          Approve
        </Button>
      )}
      {state !== 'declined' && (
        <Button
          size="sm"
          variant="default"
          aria-label={`${decline} the comment of ${firstName}`}
          loading={decide.isPending}
          onClick={() => press(false)}
        >
          {decline}
        </Button>
      )}
    </RowActions>
  );
}

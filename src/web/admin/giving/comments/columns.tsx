import { Button } from '@mantine/core';
import type { Comment } from '#contract/giving/comments.ts';
import { type CommentState, commentStateWords } from '#core/giving/comments.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { actionsHeading, type Columns } from '#web/admin/ui/data-table.tsx';
import { RowActions } from '#web/admin/ui/row-actions.tsx';
import { StatusMark, type StatusShape } from '#web/ui/status-mark.tsx';

const shapes: Record<CommentState, StatusShape> = {
  waiting: 'ring',
  approved: 'tick',
  declined: 'cross',
};

export const commentColumns: Columns<Comment> = [
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

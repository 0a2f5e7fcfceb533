import { Button } from '@mantine/core';
import type { AccessReview } from '#contract/people/access-review.ts';
import type { ListedUser } from '#contract/people/users.ts';
import { describeRoles } from '#core/people/rights.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { describeFactors } from '#web/admin/people/users/describe-access.ts';
import { type Columns, ListTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { FormActions } from '#web/ui/form-layout.tsx';

/** Who may do what, for an owner who confirms once a quarter that it is still right. */
export default function AccessReviewPage() {
  const review = useEndpoint(endpoints.getAccessReview);
  const confirm = useSend(endpoints.confirmAccessReview, {
    said: 'The review is in the audit trail',
  });
  return (
    <>
      <PageHeader title="Access Review" back={{ to: paths.admin.users, text: 'Users' }} />
      <PageLead>
        Does everybody still need what they may do? Change a role or remove somebody under Users,
        then confirm the rest. {review.data && describeWhen(review.data)}
      </PageLead>
      <ListTable
        label="Who may do what"
        columns={reviewColumns}
        rows={{ ...review, data: review.data?.people }}
        of="users"
      />
      {review.data && (
        <FormActions>
          <Button
            mt="lg"
            loading={confirm.isPending || review.isFetching}
            // One press confirms; another one would say nothing new.
            disabled={confirm.isSuccess}
            onClick={() => confirm.mutate({ body: { fingerprint: review.data.fingerprint } })}
          >
            Everything Is Right
          </Button>
        </FormActions>
      )}
    </>
  );
}

function describeWhen({ last, dueAt }: AccessReview): string {
  const confirmed = last
    ? `${last.by} last confirmed it on ${formatDate(last.at)}.`
    : 'Nobody has confirmed it yet.';
  if (dueAt === null) return confirmed;
  const isDue = Date.parse(dueAt) < Date.now();
  return `${confirmed} ${isDue ? 'The next review has been due since' : 'The next review is due on'} ${formatDate(dueAt)}.`;
}

const reviewColumns: Columns<ListedUser> = [
  {
    header: 'Name',
    onPhone: 'title',
    value: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  },
  { header: 'Roles', value: ({ roles }) => describeRoles(roles) },
  {
    header: 'Last Sign-In',
    onPhone: 'labeled',
    value: ({ acceptedAt, lastSignedInAt }) => {
      if (acceptedAt === null) return 'Invited, not accepted yet';
      return lastSignedInAt === null ? 'Never' : formatDate(lastSignedInAt);
    },
  },
  { header: 'Second Factor', onPhone: 'labeled', value: describeFactors },
];

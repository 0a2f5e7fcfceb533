import type { ListedUser } from '#contract/people/users.ts';
import { describeRoles } from '#core/people/rights.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { describeFactors } from '#web/admin/people/users/describe-access.ts';
import type { Columns } from '#web/admin/ui/data-table.tsx';

export const reviewColumns: Columns<ListedUser> = [
  {
    header: 'Name',
    meta: { onPhone: 'title' },
    accessorFn: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  },
  { header: 'Roles', accessorFn: ({ roles }) => describeRoles(roles) },
  {
    header: 'Last Sign-In',
    meta: { onPhone: 'labeled' },
    accessorFn: ({ acceptedAt, lastSignedInAt }) => {
      if (acceptedAt === null) return 'Invited, not accepted yet';
      return lastSignedInAt === null ? 'Never' : formatDate(lastSignedInAt);
    },
  },
  { header: 'Second Factor', meta: { onPhone: 'labeled' }, accessorFn: describeFactors },
];

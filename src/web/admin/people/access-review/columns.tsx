import type { ListedUser } from '#contract/people/users.ts';
import { describeRoles } from '#core/people/rights.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { describeFactors } from '#web/admin/people/users/describe-access.ts';
import type { Columns } from '#web/admin/ui/data-table.tsx';

export const reviewColumns: Columns<ListedUser> = [
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

import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeTogether, type Role, roles, roleWords } from '#core/people/rights.ts';
import classes from '#web/admin/people/users/roles-field.module.css';

interface RolesFieldProps {
  value?: Role[];
  error?: ReactNode;
  onChange: (held: Role[]) => void;
}

/** What somebody does in the charity, each role with what it is for. */
export function RolesField({ onChange, ...field }: RolesFieldProps) {
  const together = describeTogether(field.value ?? []);
  return (
    <Checkbox.Group
      size="md"
      label="Roles"
      description="Whoever has several roles may do what any of them allows."
      {...field}
      onChange={(held) => onChange(roles.filter((role) => held.includes(role)))}
    >
      <div className={`grid gap-6 gap-y-3 above-2 ${classes.roles}`}>
        {roles.map((role) => (
          <Checkbox
            key={role}
            value={role}
            label={roleWords[role].name}
            description={roleWords[role].text}
          />
        ))}
      </div>
      <p className="above-3 if-any" role="status">
        {together}
      </p>
    </Checkbox.Group>
  );
}

import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A link within the site that looks like a button. */
export function LinkButton({ to, ...rest }: ButtonProps & { to: string; children: ReactNode }) {
  return <Button component={Link} to={to} {...rest} />;
}

import { formatBriefly } from '#core/money.ts';
import classes from '#web/admin/giving/donors/find-donor-field.module.css';
import { FilterText } from '#web/admin/ui/filter-text.tsx';

interface FindDonorFieldProps {
  value: string;
  onChange: (text: string) => void;
}

/** One field for everything that somebody may know about a donor or a donation. */
export function FindDonorField(props: FindDonorFieldProps) {
  return (
    <FilterText
      className={classes.field ?? ''}
      label="Find a donor"
      description={`Part of a name or an email address, an amount such as ${formatBriefly(5_000)}, a date such as 3/14/2026, or the ID of a donation or payment`}
      type="search"
      maxLength={200}
      {...props}
    />
  );
}

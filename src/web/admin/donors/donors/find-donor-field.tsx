import { formatBriefly } from '#core/platform/money.ts';
import { FilterText } from '#web/admin/ui/filter-text.tsx';

interface FindDonorFieldProps {
  /** For a list of donations instead of donors. */
  label?: string;
  value: string;
  onChange: (text: string) => void;
}

/** One field for everything that somebody may know about a donor or a donation. */
export function FindDonorField({ label = 'Find a donor', ...rest }: FindDonorFieldProps) {
  return (
    <FilterText
      className="below-5 max-40"
      label={label}
      description={`Part of a name or an email address, an amount such as ${formatBriefly(5_000)}, a date such as 3/14/2026, or the ID of a donation or payment`}
      type="search"
      maxLength={200}
      {...rest}
    />
  );
}

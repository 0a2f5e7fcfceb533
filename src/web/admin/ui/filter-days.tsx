import { TextInput } from '@mantine/core';
import '#web/admin/ui/form-fields.css';

interface FilterDaysProps {
  /** Days such as '2026-05-31'; '' for no limit. */
  from: string;
  to: string;
  onChange: (change: { from: string } | { to: string }) => void;
}

/** The first and the last day that a list shows. */
export function FilterDays({ from, to, onChange }: FilterDaysProps) {
  return (
    <>
      <TextInput
        label="From"
        type="date"
        value={from}
        max={to}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        label="To"
        type="date"
        value={to}
        min={from}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </>
  );
}

import { MultiSelect, NativeSelect, NumberInput } from '@mantine/core';
import { FieldPair } from '#web/ui/form-layout.tsx';
import '#web/admin/ui/multi-select.css';

/** How a CSV file is written, whatever is in it. */
interface CsvStyle {
  delimiter: ',' | ';' | '\t' | '|';
  /** Lines above the one with the titles of the columns. */
  skippedLines: number;
  decimalMark: '.' | ',';
  /** Null until somebody has said it. */
  dateOrder: 'ymd' | 'dmy' | 'mdy' | null;
}

interface CsvFieldProps {
  value: Omit<CsvStyle, 'dateOrder'>;
  onChange: (changes: Partial<Omit<CsvStyle, 'dateOrder'>>) => void;
}

interface Choice<Value> {
  value: Value;
  label: string;
}

const delimiters: Choice<CsvStyle['delimiter']>[] = [
  { value: ',', label: 'Commas' },
  { value: ';', label: 'Semicolons' },
  { value: '\t', label: 'Tabs' },
  { value: '|', label: 'Vertical bars' },
];
const decimalMarks: Choice<CsvStyle['decimalMark']>[] = [
  { value: '.', label: '1,234.50' },
  { value: ',', label: '1.234,50' },
];
const dateOrders: Choice<NonNullable<CsvStyle['dateOrder']>>[] = [
  { value: 'ymd', label: 'Year, month, day' },
  { value: 'mdy', label: 'Month, day, year' },
  { value: 'dmy', label: 'Day, month, year' },
];

/** Where the columns of a CSV file begin: what is between them, and what stands above their titles. */
export function CsvTableFields({ value, onChange }: CsvFieldProps) {
  return (
    <FieldPair>
      <NativeSelect
        label="Between the columns"
        data={delimiters}
        value={value.delimiter}
        onChange={({ currentTarget }) =>
          onChange({ delimiter: currentTarget.value as CsvStyle['delimiter'] })
        }
      />
      <NumberInput
        size="md"
        label="Lines above the list"
        min={0}
        max={50}
        allowDecimal={false}
        allowNegative={false}
        value={value.skippedLines}
        onChange={(lines) => onChange({ skippedLines: Math.min(50, Number(lines) || 0) })}
      />
    </FieldPair>
  );
}

/** How the amounts of a CSV file are written. */
export function CsvAmountField({ value, onChange }: CsvFieldProps) {
  return (
    <NativeSelect
      label="Amounts are written as"
      data={decimalMarks}
      value={value.decimalMark}
      onChange={({ currentTarget }) =>
        onChange({ decimalMark: currentTarget.value as CsvStyle['decimalMark'] })
      }
    />
  );
}

/** How the days of a CSV file are written. */
export function CsvDayField({
  value: { dateOrder },
  error,
  onChange,
}: {
  value: Pick<CsvStyle, 'dateOrder'>;
  error?: string | undefined;
  onChange: (changes: { dateOrder: NonNullable<CsvStyle['dateOrder']> }) => void;
}) {
  return (
    <NativeSelect
      label="Order of days"
      data={[...(dateOrder === null ? [{ value: '', label: 'Choose' }] : []), ...dateOrders]}
      value={dateOrder ?? ''}
      error={error}
      onChange={({ currentTarget: { value } }) =>
        onChange({ dateOrder: value as NonNullable<CsvStyle['dateOrder']> })
      }
    />
  );
}

interface CsvWordFieldsProps<Name extends string> {
  /** Words of the file that we do not know. */
  unknown: string[];
  /** What a word may mean. */
  labels: Record<Name, string>;
  value: Record<NoInfer<Name>, string[]>;
  onChange: (changes: Record<NoInfer<Name>, string[]>) => void;
}

/** What words of a CSV file mean, each of them one thing. Nothing while all of them are known. */
export function CsvWordFields<Name extends string>({
  unknown,
  labels,
  value,
  onChange,
}: CsvWordFieldsProps<Name>) {
  const names = Object.keys(labels) as Name[];
  const words = [...new Set([...unknown, ...names.flatMap((name) => value[name])])];
  if (words.length === 0) return null;
  const take = (name: Name, taken: string[]) =>
    onChange(
      Object.fromEntries(
        names.map((one) => [
          one,
          one === name ? taken : value[one].filter((word) => !taken.includes(word)),
        ]),
      ) as Record<Name, string[]>,
    );
  return (
    <FieldPair>
      {names.map((name) => (
        <MultiSelect
          key={name}
          size="md"
          label={labels[name]}
          data={words}
          value={value[name]}
          onChange={(taken) => take(name, taken)}
        />
      ))}
    </FieldPair>
  );
}

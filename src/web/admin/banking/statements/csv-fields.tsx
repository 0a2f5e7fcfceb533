import { MultiSelect, NativeSelect } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import type { BankAccount, CsvExample, CsvMapping } from '#contract/banking/bank-accounts.ts';
import { formatDay } from '#core/dates.ts';
import { formatCents } from '#core/money.ts';
import classes from '#web/admin/banking/statements/csv-fields.module.css';
import { useCsvTrial } from '#web/admin/queries/bank.ts';
import { CsvAmountField, CsvDayField, CsvTableFields } from '#web/admin/shared/csv-fields.tsx';
import { errorMessage } from '#web/client/api-client.ts';
import { FieldPair, Fieldset } from '#web/ui/form-layout.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import '#web/admin/ui/multi-select.css';

interface CsvFieldsProps {
  account: BankAccount;
  /** The beginning of the file. */
  sample: string;
  /** Null until the file was looked at. */
  mapping: CsvMapping | null;
  onChange: (mapping: CsvMapping) => void;
}

/** How a CSV file is read, with its first lines as they would be imported. Saved with the account. */
export function CsvFields({ account, sample, mapping, onChange }: CsvFieldsProps) {
  const trial = useCsvTrial(account.id, sample, mapping);
  const { titles = [], guess } = trial.data ?? {};
  const isOther =
    account.csvMapping !== null &&
    mapping === account.csvMapping &&
    titles.length > 0 &&
    titles.join('\n') !== account.csvTitles.join('\n');

  // A file that nobody has described yet, or with other columns than before, starts with what it looks like.
  const takeGuess = useEffectEvent(() => {
    if (guess && (mapping === null || isOther)) onChange(guess);
  });
  useEffect(() => {
    if (guess) takeGuess();
  }, [guess]);

  if (trial.isError) return <p role="alert">{errorMessage(trial.error)}</p>;
  if (mapping === null || !trial.data) return <ProgressRing />;
  const set = (changes: Partial<CsvMapping>) => onChange({ ...mapping, ...changes });
  const columns = titles.map((title, place) => ({
    value: String(place),
    label: title || `Column ${place + 1}`,
  }));
  const column = (name: ColumnName) => ({
    data: [{ value: '', label: 'None' }, ...columns],
    value: mapping[name] === null ? '' : String(mapping[name]),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      set({ [name]: value === '' ? null : Number(value) }),
  });
  const isSplit = mapping.amountColumn === null;
  return (
    <Fieldset legend="How this file is read">
      <Examples examples={trial.data.examples} problem={trial.data.problem} />
      <CsvTableFields value={mapping} onChange={set} />
      <FieldPair>
        <NativeSelect
          label="Day"
          data={columns}
          value={String(mapping.dateColumn)}
          onChange={({ currentTarget: { value } }) => set({ dateColumn: Number(value) })}
        />
        <CsvDayField value={mapping} onChange={set} />
      </FieldPair>
      <FieldPair>
        <NativeSelect
          label="Amounts"
          data={[
            { value: 'one', label: 'One column, with a minus' },
            { value: 'two', label: 'One column for each direction' },
          ]}
          value={isSplit ? 'two' : 'one'}
          onChange={({ currentTarget: { value } }) =>
            set(
              value === 'two'
                ? { amountColumn: null, incomingColumn: 0, outgoingColumn: 0 }
                : { amountColumn: 0, incomingColumn: null, outgoingColumn: null },
            )
          }
        />
        <CsvAmountField value={mapping} onChange={set} />
      </FieldPair>
      {isSplit ? (
        <FieldPair>
          <NativeSelect label="Money that comes in" {...column('incomingColumn')} data={columns} />
          <NativeSelect label="Money that leaves" {...column('outgoingColumn')} data={columns} />
        </FieldPair>
      ) : (
        <NativeSelect label="Amount" {...column('amountColumn')} data={columns} />
      )}
      <FieldPair>
        <NativeSelect label="Balance after the line" {...column('balanceColumn')} />
        <NativeSelect label="The bank's reference" {...column('referenceColumn')} />
      </FieldPair>
      <NativeSelect label="Who paid or was paid" {...column('counterpartyColumn')} />
      <MultiSelect
        size="md"
        label="Text"
        data={columns}
        maxValues={10}
        value={mapping.textColumns.map(String)}
        onChange={(values) => set({ textColumns: values.map(Number) })}
      />
    </Fieldset>
  );
}

type ColumnName =
  | 'amountColumn'
  | 'incomingColumn'
  | 'outgoingColumn'
  | 'balanceColumn'
  | 'referenceColumn'
  | 'counterpartyColumn';

/** The first lines as they would be imported, or why they cannot be. */
function Examples({ examples, problem }: { examples: CsvExample[]; problem: string | null }) {
  return (
    <div className={classes.examples} aria-live="polite">
      <p className={classes.heading}>The first lines, as they are read now</p>
      {problem !== null && <p className={classes.problem}>{problem}</p>}
      <ol>
        {examples.map((example, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and only their place tells them apart
          <li key={place}>
            <span className={classes.amount}>{formatCents(example.cents)}</span>
            {` on ${formatDay(example.bookedOn)}`}
            {example.counterparty !== '' && `, ${example.counterparty}`}
            {example.text !== '' && `: ${example.text}`}
            {example.balanceCents !== null && (
              <span className="soft">{` (balance ${formatCents(example.balanceCents)})`}</span>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

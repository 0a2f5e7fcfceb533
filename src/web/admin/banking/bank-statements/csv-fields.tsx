import { MultiSelect, NativeSelect } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import type { BankAccount } from '#contract/banking/bank-accounts.ts';
import type { CsvDraft } from '#contract/banking/csv-mapping.ts';
import type { tryCsvMapping } from '#contract/banking/csv-trials.ts';
import type { OwnResponseOf } from '#contract/endpoint.ts';
import type { TextEncoding } from '#core/platform/decode-text.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatLongDay } from '#core/platform/written-dates.ts';
import {
  type AmountWay,
  amountWays,
  type ColumnName,
  type MissingChoice,
  wayOf,
} from '#web/admin/banking/bank-statements/csv-choices.ts';
import { describeLeftOut } from '#web/admin/banking/bank-statements/describe-left-out.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import {
  CsvAmountField,
  CsvDayField,
  CsvTableFields,
  CsvWordFields,
} from '#web/admin/shared/csv-fields.tsx';
import { FieldPair, Fieldset } from '#web/ui/form-layout.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import '#web/admin/ui/multi-select.css';
import { errorMessage } from '#web/client/error-message.ts';

interface CsvFieldsProps {
  account: BankAccount;
  /** The beginning of the file. */
  sample: string;
  /** Null until the file was looked at. */
  mapping: CsvDraft | null;
  onChange: (mapping: CsvDraft) => void;
  /** How amounts are written, as somebody chose before its columns; null before that. */
  chosenWay: AmountWay | null;
  onWay: (way: AmountWay) => void;
  /** What somebody has to choose; null while nobody was asked. */
  missing: MissingChoice | null;
}

type CsvTrial = OwnResponseOf<typeof tryCsvMapping>;

/** How a CSV file is read, with its first lines as they would be imported. Saved with the account. */
export function CsvFields(props: CsvFieldsProps) {
  const { mapping, missing, onChange } = props;
  const trial = useTrial(props);
  if (trial.isError) return <p role="alert">{errorMessage(trial.error)}</p>;
  if (mapping === null || !trial.data) return <ProgressRing />;
  const set = (changes: Partial<CsvDraft>) => onChange({ ...mapping, ...changes });
  const columns = trial.data.titles.map((title, place) => ({
    value: String(place),
    label: title || `Column ${place + 1}`,
  }));
  const column = (name: ColumnName, empty = 'None') => ({
    data: [{ value: '', label: empty }, ...columns],
    value: mapping[name] === null ? '' : String(mapping[name]),
    error: missing === name && mapping[name] === null ? 'Choose a column' : null,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      set({ [name]: value === '' ? null : Number(value) }),
  });
  const way = props.chosenWay ?? wayOf(mapping);
  const setWay = (next: AmountWay) => {
    props.onWay(next);
    set({
      incomingColumn: null,
      outgoingColumn: null,
      directionColumn: null,
      ...(next === 'two' && { amountColumn: null }),
    });
  };
  return (
    <Fieldset legend="How this file is read">
      <Examples trial={trial.data} />
      <NativeSelect
        label="Letters"
        description="Of files that do not say how their letters are stored. Change it if names look wrong."
        data={encodings}
        value={mapping.encoding}
        onChange={({ currentTarget: { value } }) => set({ encoding: value as TextEncoding })}
      />
      <CsvTableFields value={mapping} onChange={set} />
      <NativeSelect
        label="First line of the list"
        data={[
          { value: 'titles', label: 'Titles of the columns' },
          { value: 'line', label: 'Already a line of the account' },
        ]}
        value={mapping.hasTitles ? 'titles' : 'line'}
        onChange={({ currentTarget: { value } }) => set({ hasTitles: value === 'titles' })}
      />
      <FieldPair>
        <NativeSelect label="Day" {...column('dateColumn', 'Choose')} />
        <CsvDayField
          value={mapping}
          error={missing === 'dateOrder' ? 'Choose the order' : undefined}
          onChange={set}
        />
      </FieldPair>
      <FieldPair>
        <NativeSelect
          label="Amounts"
          data={amountWays}
          value={way}
          onChange={({ currentTarget: { value } }) => setWay(value as AmountWay)}
        />
        <CsvAmountField value={mapping} onChange={set} />
      </FieldPair>
      {way === 'two' ? (
        <FieldPair>
          <NativeSelect label="Money that comes in" {...column('incomingColumn', 'Choose')} />
          <NativeSelect label="Money that leaves" {...column('outgoingColumn', 'Choose')} />
        </FieldPair>
      ) : (
        <NativeSelect label="Amount" {...column('amountColumn', 'Choose')} />
      )}
      {way === 'direction' && (
        <NativeSelect label="Comes in or leaves" {...column('directionColumn', 'Choose')} />
      )}
      <CsvWordFields
        unknown={trial.data.unknownDirections}
        labels={{
          incomingWords: 'Words for money that comes in',
          outgoingWords: 'Words for money that leaves',
        }}
        value={mapping}
        onChange={set}
      />
      <FieldPair>
        <NativeSelect label="Currency" {...column('currencyColumn')} />
        <NativeSelect label="Booked or pending" {...column('stateColumn')} />
      </FieldPair>
      <CsvWordFields
        unknown={trial.data.unknownStates}
        labels={{
          bookedWords: 'Words for booked lines',
          pendingWords: 'Words for pending lines',
        }}
        value={mapping}
        onChange={set}
      />
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

/** The first lines of the file, read with the mapping. */
function useTrial({ account, sample, mapping, onChange }: CsvFieldsProps) {
  const trial = useEndpoint(
    endpoints.tryCsvMapping,
    { params: { id: account.id }, body: { sample, mapping } },
    // The fields must not vanish while an answer to a change is on its way.
    { keepsLast: true, gcTime: 0, staleTime: 'static' },
  );
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
  return trial;
}

const encodings: { value: TextEncoding; label: string }[] = [
  { value: 'windows-1252', label: 'Western (Windows)' },
  { value: 'iso-8859-15', label: 'Western (ISO 8859-15)' },
  { value: 'windows-1250', label: 'Central European (Windows)' },
  { value: 'iso-8859-2', label: 'Central European (ISO 8859-2)' },
  { value: 'shift_jis', label: 'Japanese (Shift-JIS)' },
];

/** The first lines as they would be imported, or why they cannot be, and as they are. */
function Examples({ trial: { rows, examples, problem, leftOut } }: { trial: CsvTrial }) {
  const others = describeLeftOut(leftOut);
  const isRead = examples.length > 0;
  return (
    <div aria-live="polite">
      <p className="strong">
        {isRead ? 'The first lines, as they are read now' : 'The first lines, as the file has them'}
      </p>
      {problem !== null && <p className="problem">{problem}</p>}
      <ol className="bullets anywhere">
        {/* So that somebody can see what has to be chosen. */}
        {!isRead &&
          rows.map((cells, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and only their place tells them apart
            <li key={place} className="pad-y-1">
              {cells.filter(Boolean).join(' | ')}
            </li>
          ))}
        {examples.map((example, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and only their place tells them apart
          <li key={place} className="pad-y-1">
            <span className="strong">{formatCents(example.cents)}</span>
            {` on ${formatLongDay(example.bookedOn)}`}
            {example.counterparty !== '' && `, ${example.counterparty}`}
            {example.text !== '' && `: ${example.text}`}
            {example.balanceCents !== null && (
              <span className="soft">{` (balance ${formatCents(example.balanceCents)})`}</span>
            )}
          </li>
        ))}
      </ol>
      {others !== '' && <p>{others}</p>}
    </div>
  );
}

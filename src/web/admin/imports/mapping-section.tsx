import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import type { ImportDetail, ImportDraft, ImportExample } from '#contract/imports/imports.ts';
import { type ImportColumn, importColumns, requiredImportColumns } from '#core/imports/imports.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import {
  CsvAmountField,
  CsvDayField,
  CsvTableFields,
  CsvWordFields,
} from '#web/admin/shared/csv-fields.tsx';
import { PageActions } from '#web/admin/ui/page-sections.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useTypedForm } from '#web/admin/ui/typed-forms.ts';
import { errorMessage } from '#web/client/error-message.ts';
import { FieldPair, Fieldset, StackedForm } from '#web/ui/form-layout.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

const names = (Object.keys(importColumns) as ImportColumn[]).filter((name) => name !== 'idColumn');
const pairs = names.flatMap((_, place) => (place % 2 === 0 ? [names.slice(place, place + 2)] : []));
const zones = Intl.supportedValuesOf('timeZone');

interface MappingSectionProps {
  found: ImportDetail;
  /** Null if there is nothing else to show. */
  onCancel: (() => void) | null;
}

/** How the file is read, with its first lines as they would be imported. */
export function MappingSection({ found, onCancel }: MappingSectionProps) {
  const [mapping, setMapping] = useState<ImportDraft>(found.mapping);
  const [isMissing, setMissing] = useState(false);
  const check = useSend(endpoints.checkImport);
  useTypedForm(() => mapping !== found.mapping && !check.isPending);
  const trial = useEndpoint(
    endpoints.tryImportMapping,
    { params: { id: found.id }, body: { importMapping: mapping } },
    // The fields must not vanish while an answer to a change is on its way.
    { gcTime: 0, staleTime: 'static', keepsLast: true },
  );
  const set = (changes: Partial<ImportDraft>) => setMapping({ ...mapping, ...changes });
  const { titles = [], examples = [], problem = null, unknownWords = [] } = trial.data ?? {};
  const columns = titles.map((title, place) => ({
    value: String(place),
    label: title || `Column ${place + 1}`,
  }));
  const isRequired = (name: ImportColumn) => requiredImportColumns.some((one) => one === name);
  const errorOf = (value: unknown) =>
    isMissing && (value === null || value === '') ? 'Required' : undefined;
  const choiceOf = (name: ImportColumn) => ({
    label: importColumns[name],
    data: [{ value: '', label: isRequired(name) ? 'Choose' : 'None' }, ...columns],
    error: isRequired(name) && errorOf(mapping[name]),
    value: mapping[name] === null ? '' : String(mapping[name]),
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLSelectElement>) =>
      set({ [name]: value === '' ? null : Number(value) }),
  });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const { system, dateOrder, dateColumn, amountColumn } = mapping;
    if (
      system.trim() === '' ||
      dateOrder === null ||
      dateColumn === null ||
      amountColumn === null
    ) {
      setMissing(true);
      // Once they are marked: it stands far above the button.
      requestAnimationFrame(() => {
        document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      });
      return;
    }
    check
      .mutateAsync({
        params: { id: found.id },
        body: {
          revision: found.revision,
          importMapping: { ...mapping, dateOrder, dateColumn, amountColumn },
        },
      })
      // Also if this section is gone by then, because the file is being checked. What fails stands above the button.
      .then(onCancel, () => undefined);
  }

  return (
    <TitledSection title="How This File Is Read">
      {trial.isPending && <ProgressRing />}
      {trial.isError && <p role="alert">{errorMessage(trial.error)}</p>}
      {trial.data && (
        <StackedForm onSubmit={onSubmit}>
          <Examples examples={examples} problem={problem} />
          <FileFields mapping={mapping} errorOf={errorOf} onChange={set} />
          <Fieldset legend="The columns">
            <NativeSelect
              {...choiceOf('idColumn')}
              description={
                mapping.idColumn === null
                  ? 'Without an ID, a donation is known again by its day, amount, donor, and cause. If one of them is changed in a later file, the donation comes in once more.'
                  : 'It has to be different for each donation. If the file has no such column, choose None.'
              }
            />
            {pairs.map((pair) => (
              <FieldPair key={pair[0]}>
                {pair.map((name) => (
                  <NativeSelect key={name} {...choiceOf(name)} />
                ))}
              </FieldPair>
            ))}
            <CsvWordFields
              unknown={[...new Set([...found.unknownWords, ...unknownWords])]}
              labels={{
                donatedWords: 'Words for donations that were paid',
                leftOutWords: 'Words for what is left out',
              }}
              value={mapping}
              onChange={set}
            />
          </Fieldset>
          {check.isError && <p role="alert">{errorMessage(check.error)}</p>}
          <PageActions>
            <Button type="submit" loading={check.isPending}>
              Check the File
            </Button>
            {onCancel && (
              <Button variant="default" onClick={onCancel}>
                Cancel
              </Button>
            )}
          </PageActions>
        </StackedForm>
      )}
    </TitledSection>
  );
}

/** The first lines as they would be imported, or why they cannot be. */
function Examples({ examples, problem }: { examples: ImportExample[]; problem: string | null }) {
  return (
    <div aria-live="polite">
      {examples.length > 0 && <p className="strong">The first lines, as they are read now</p>}
      {problem !== null && <p className="problem">{problem}</p>}
      <ol className="bullets anywhere">
        {examples.map(
          ({ externalId, receivedOn, amount, spentBefore, name, email, cause }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and only their place tells them apart
            <li key={place} className="pad-y-1">
              <span className="strong">{formatCents(amount)}</span>
              {` on ${formatDay(receivedOn)}`}
              {`, ${name || 'not named'}`}
              {email !== '' && `, ${email}`}
              {cause !== '' && `, for ${cause}`}
              {spentBefore > 0 && `, ${formatCents(spentBefore)} of it spent before`}
              {externalId !== '' && <span className="soft">{` (${externalId})`}</span>}
            </li>
          ),
        )}
      </ol>
    </div>
  );
}

interface FileFieldsProps {
  mapping: ImportDraft;
  errorOf: (value: unknown) => string | undefined;
  onChange: (changes: Partial<ImportDraft>) => void;
}

/** How the file is written, and what its columns cannot say. */
function FileFields({ mapping, errorOf, onChange }: FileFieldsProps) {
  return (
    <Fieldset legend="The file">
      <FieldPair>
        <TextInput
          label="System"
          description="What the donations come from. Write it the same for each of its files: only donations of the same system are known again."
          aria-required="true"
          value={mapping.system}
          error={errorOf(mapping.system.trim())}
          onChange={({ currentTarget: { value } }) => onChange({ system: value })}
        />
        <NativeSelect
          label="Time zone"
          description="Of times in the file that do not say their own."
          data={zones.includes(mapping.timeZone) ? zones : [mapping.timeZone, ...zones]}
          value={mapping.timeZone}
          onChange={({ currentTarget: { value } }) => onChange({ timeZone: value })}
        />
      </FieldPair>
      <CsvTableFields value={mapping} onChange={onChange} />
      <FieldPair>
        <CsvAmountField value={mapping} onChange={onChange} />
        <CsvDayField value={mapping} error={errorOf(mapping.dateOrder)} onChange={onChange} />
      </FieldPair>
      <NativeSelect
        label="Was this money spent before?"
        description={
          mapping.spentColumn === null
            ? 'What was spent counts as donated, and can no longer be allocated. A column can say it line by line, below.'
            : 'The column that is chosen below says it line by line.'
        }
        disabled={mapping.spentColumn !== null}
        data={[
          { value: 'no', label: 'No: all of it is still there' },
          { value: 'yes', label: 'Yes: all of it was spent before' },
        ]}
        value={mapping.isSpentBefore ? 'yes' : 'no'}
        onChange={({ currentTarget: { value } }) => onChange({ isSpentBefore: value === 'yes' })}
      />
    </Fieldset>
  );
}

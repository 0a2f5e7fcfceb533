import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type FilterName, filterNames } from '#core/exports/export-lists.ts';
import { isLikelyYear, unlikelyYear } from '#core/platform/dates.ts';
import { nameWithState } from '#core/vetting/cause-states.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import type { FilterKey, List, ListEndpoint, ValueOf } from '#web/admin/shared/use-list.ts';
import { FilterChecks, FilterPanel } from '#web/admin/ui/filter-panel.tsx';
import { FilterText } from '#web/admin/ui/filter-text.tsx';
import type { FilterShape } from '#web/client/endpoints.ts';
import '#web/admin/ui/form-fields.css';

/** What a panel says about a filter, beyond what the contract does. */
interface Field<Value extends string = string> {
  /** Where it is not the name that the filter has everywhere. */
  label?: string;
  description?: string;
  type?: 'search';
  /** What can be chosen, each value in words; `all` filters nothing. */
  words?: Record<Value, string> & { all?: string };
  /** The same for what the contract does not list, after `all`. */
  choices?: { value: string; label: string }[];
  all?: string;
  /** A checkbox for each value, of which several can be chosen. */
  checks?: Record<Value, string>;
  /** Checked while it filters nothing. */
  isInverted?: boolean;
}

interface ListFiltersProps<E extends ListEndpoint> {
  list: List<E>;
  /** In their order, except that checkboxes come last. */
  fields: {
    [Name in FilterKey<E>]?:
      | (Field<ValueOf<E, Name>> & (Name extends FilterName ? unknown : { label: string }))
      | undefined;
  };
}

/** The filters of a list that people can set, made from what the contract says about them. */
export function ListFilters<E extends ListEndpoint>({ list, fields }: ListFiltersProps<E>) {
  const shapes: Record<string, FilterShape | undefined> = list.to.filters ?? {};
  const values: Record<string, string | undefined> = list.values;
  const set = list.set as (changes: Record<string, string | undefined>) => void;
  const filters = Object.entries<Field | undefined>(fields).flatMap(([name, field]) =>
    field
      ? [
          {
            field: { label: filterNames[name as FilterName], ...field },
            name,
            value: values[name],
            shape: shapes[name] ?? {},
            values,
            set: (value: string | undefined) => set({ [name]: value }),
          },
        ]
      : [],
  );
  const isCheck = ({ field, shape }: (typeof filters)[number]) =>
    field.checks !== undefined || shape.values?.includes('true');
  const checks = filters.filter(isCheck);
  return (
    <FilterPanel>
      {filters
        .filter((filter) => !isCheck(filter))
        .map((filter) => (
          <FieldFilter key={filter.name} {...filter} />
        ))}
      {checks.length > 0 && (
        <FilterChecks>
          {checks.map((filter) => (
            <CheckFilter key={filter.name} {...filter} />
          ))}
        </FilterChecks>
      )}
    </FilterPanel>
  );
}

interface FilterProps {
  field: Field & { label: string };
  name: string;
  value: string | undefined;
  shape: FilterShape;
  /** Of all filters of the list. */
  values: Record<string, string | undefined>;
  set: (value: string | undefined) => void;
}

function FieldFilter(props: FilterProps) {
  const { field, name, value = '', shape, values, set } = props;
  const { label, description, type } = field;
  if (name === 'causeId') return <CauseFilter {...props} />;
  if (field.words || field.choices) return <ChoiceFilter {...props} />;
  if (shape.format === 'date-time') {
    return (
      <TextInput
        label={label}
        type="date"
        value={value}
        error={value !== '' && !isLikelyYear(value) && unlikelyYear}
        min={name === 'to' ? (values.from ?? '') : undefined}
        max={name === 'from' ? (values.to ?? '') : undefined}
        onChange={(event) => set(event.currentTarget.value || undefined)}
      />
    );
  }
  return (
    <FilterText
      label={label}
      description={description}
      type={type}
      maxLength={shape.maxLength}
      value={value}
      onChange={(text) => set(text || undefined)}
    />
  );
}

function CauseFilter({ field, ...props }: FilterProps) {
  const causes = useEndpoint(endpoints.listCauses);
  const choices = (causes.data ?? []).map((cause) => ({
    value: cause.id,
    label: nameWithState(cause),
  }));
  return <ChoiceFilter {...props} field={{ all: 'All causes', choices, ...field }} />;
}

function ChoiceFilter({ field, value = 'all', set }: FilterProps) {
  const { label, words = {}, choices = [], all } = field;
  return (
    <NativeSelect
      label={label}
      value={value}
      data={[
        ...(all === undefined ? [] : [{ value: 'all', label: all }]),
        ...Object.entries(words).map(([one, text]) => ({ value: one, label: text })),
        ...choices,
      ]}
      onChange={({ currentTarget }) =>
        set(currentTarget.value === 'all' ? undefined : currentTarget.value)
      }
    />
  );
}

function CheckFilter({ field, value, set }: FilterProps) {
  const { label, checks, isInverted = false } = field;
  if (checks) {
    const chosen = value?.split(',') ?? [];
    return Object.entries(checks).map(([one, text]) => (
      <Checkbox
        key={one}
        label={text}
        checked={chosen.includes(one)}
        onChange={({ currentTarget: { checked } }) =>
          set(
            Object.keys(checks)
              .filter((other) => (other === one ? checked : chosen.includes(other)))
              .join(),
          )
        }
      />
    ));
  }
  return (
    <Checkbox
      label={label}
      checked={(value === 'true') !== isInverted}
      onChange={({ currentTarget: { checked } }) =>
        set(checked === isInverted ? undefined : 'true')
      }
    />
  );
}

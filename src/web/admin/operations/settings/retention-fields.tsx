import { Checkbox, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Link } from 'react-router';
import {
  type RetentionPeriods,
  type RetentionRule,
  retentionRules,
  retentionWords,
} from '#core/privacy/retention.ts';
import { paths } from '#web/admin/client/paths.ts';
import { Fieldset } from '#web/ui/form-layout.tsx';

/** Each period as it is typed; empty for as long as the site runs. */
type TypedPeriods = Record<RetentionRule, string>;

/** How long old personal data is kept, and whether anything is removed. */
export function RetentionFields<Values extends TypedPeriods & { retention: boolean }>({
  form,
}: {
  form: UseFormReturnType<Values>;
}) {
  return (
    <Fieldset legend="Old Personal Data">
      <Checkbox
        label="Remove it once a day"
        description="Nothing is removed before you check this box. Amounts and the ledger never are."
        {...form.getInputProps('retention', { type: 'checkbox' })}
      />
      <p>
        <Link to={paths.admin.privacy}>See first what the saved periods would remove</Link>
      </p>
      {retentionRules.map((rule) => (
        <TextInput
          key={rule}
          label={`${retentionWords[rule].title}: after how many months`}
          description={`${retentionWords[rule].text} Empty: kept.`}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps(rule)}
        />
      ))}
    </Fieldset>
  );
}

/** The periods as the fields show them. */
export function typedPeriods(periods: RetentionPeriods): TypedPeriods {
  return forEach((rule) => periods[rule]?.toString() ?? '');
}

/** What was typed as periods; what is no number becomes 1, which {@link checkPeriods} refuses first. */
export function readPeriods(typed: TypedPeriods): RetentionPeriods {
  return forEach((rule) => (typed[rule].trim() === '' ? null : Number(typed[rule]) || 1));
}

/** Messages for what is no number of months. */
export function checkPeriods(typed: TypedPeriods): Partial<TypedPeriods> {
  const wrong = retentionRules.filter(
    (rule) => !/^\s*([1-9]\d?|[1-5]\d\d|600)?\s*$/.test(typed[rule]),
  );
  return Object.fromEntries(
    wrong.map((rule) => [rule, 'Enter whole months, at most 600, or nothing']),
  );
}

function forEach<Value>(of: (rule: RetentionRule) => Value): Record<RetentionRule, Value> {
  return Object.fromEntries(retentionRules.map((rule) => [rule, of(rule)])) as Record<
    RetentionRule,
    Value
  >;
}

import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { NominationId } from '#contract/ids.ts';
import { type ValueSource, valueSourceNames, valueSources } from '#core/giving/in-kind.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { notAnAmount, parseAmount } from '#core/platform/typed-amounts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { AmountField } from '#web/admin/shared/amount-field.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { NeedSelect } from '#web/admin/volunteers/need-select.tsx';
import { readId } from '#web/client/paths.ts';
import { FieldPair } from '#web/ui/form-layout.tsx';

/** Records things that somebody gave. */
export function RecordInKindModal(dialog: DialogProps) {
  return (
    <FormDialog
      {...dialog}
      title="Record a Donation in Kind"
      text="No money moves, and nobody is emailed. An entry cannot be changed: if something is wrong, void it and record it anew."
      action="Record"
      isHarmless
      to={endpoints.recordInKindDonation}
      initialValues={{
        firstName: '',
        lastName: '',
        email: '',
        description: '',
        receivedOn: '',
        value: '',
        valueFrom: 'donor',
        nominationId: '',
      }}
      toBody={({ value, valueFrom, nominationId, ...rest }) => ({
        ...rest,
        ...(value.trim() !== '' && { value: parseAmount(value) ?? 0 }),
        valueFrom: valueFrom as ValueSource,
        // None in particular is no id.
        nominationId: readId<NominationId>(nominationId || null) ?? undefined,
        publicText: '',
      })}
      check={({ value }) =>
        value.trim() !== '' && parseAmount(value) === null ? { value: notAnAmount(value) } : {}
      }
      said="The donation in kind is recorded"
    >
      {(form) => (
        <>
          <Textarea
            label="What was given"
            description="As a receipt describes it: what, how many, and in which condition."
            rows={3}
            data-autofocus
            aria-required="true"
            {...form.getInputProps('description')}
          />
          <TextInput
            label="Received on"
            type="date"
            max={isoDayOf(new Date(), siteInfo.timeZone)}
            aria-required="true"
            {...form.getInputProps('receivedOn')}
          />
          <FieldPair>
            <TextInput label="First name" autoComplete="off" {...form.getInputProps('firstName')} />
            <TextInput label="Last name" autoComplete="off" {...form.getInputProps('lastName')} />
          </FieldPair>
          <TextInput
            label="Email address"
            description="Leave name and address empty if nobody is named."
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <FieldPair>
            <AmountField
              label="Value, if somebody said it"
              size="md"
              {...form.getInputProps('value')}
              name="value"
            />
            <NativeSelect
              label="Said by"
              data={valueSourceNames.map((name) => ({ value: name, label: valueSources[name] }))}
              {...form.getInputProps('valueFrom')}
            />
          </FieldPair>
          <NeedSelect label="Given to" {...form.getInputProps('nominationId')} />
        </>
      )}
    </FormDialog>
  );
}

import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { NominationCorrections } from '#contract/vetting/corrections.ts';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { centsToDecimal } from '#core/platform/money.ts';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import {
  type NomineeKnows,
  nomineeKnowsWords,
  type Urgency,
  urgencyWords,
} from '#core/vetting/nomination-needs.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpointOf } from '#web/admin/client/use-endpoint.ts';
import { AmountField, optionalAmountErrors } from '#web/admin/shared/amount-field.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { ReasonField } from '#web/admin/shared/reason-field.tsx';
import { FieldPair } from '#web/ui/form-layout.tsx';

interface CorrectNominationModalProps extends DialogProps {
  nomination: Nomination;
  said: NominationCorrections;
}

/** Corrects what the nominator wrote down wrongly. The version that was seen goes with what was typed. */
export function CorrectNominationModal({
  nomination,
  said,
  ...dialog
}: CorrectNominationModalProps) {
  const { id } = nomination;
  const { revision, facts, hasContact } = said;
  const { firstName, lastName, phone, zip, ...others } = facts;
  return (
    <FormDialog
      {...dialog}
      title="Correct Name or Facts"
      size="wide"
      to={endpoints.correctNomination}
      params={{ id }}
      initialValues={{
        revision,
        ...others,
        neededAmount: facts.neededAmount === null ? '' : centsToDecimal(facts.neededAmount),
        urgency: facts.urgency ?? '',
        nomineeKnows: facts.nomineeKnows ?? '',
        firstName,
        lastName,
        phone,
        zip,
        reason: '',
      }}
      check={({ neededAmount }) => optionalAmountErrors('neededAmount', neededAmount)}
      toBody={({
        revision: seen,
        nominee,
        neededAmount,
        urgency,
        nomineeKnows,
        reason,
        ...contact
      }) => ({
        revision: seen,
        nominee,
        neededAmount: neededAmount.trim() === '' ? null : (parseAmount(neededAmount) ?? 0),
        urgency: (urgency || null) as Urgency | null,
        nomineeKnows: (nomineeKnows || null) as NomineeKnows | null,
        ...(hasContact && contact),
        reason,
      })}
      said={({ facts: { nominee }, hidesPage }) =>
        `${nominee}: Corrected${hidesPage ? '. The public page is hidden until somebody publishes it again' : ''}`
      }
      action="Save Changes"
    >
      {(form) => (
        <>
          <WhatFollows nomination={nomination} isOpen={dialog.opened} />
          <TextInput
            label="Nominee"
            data-autofocus
            aria-required="true"
            {...form.getInputProps('nominee')}
          />
          <AmountField
            label="How much is needed"
            size="md"
            aria-required="false"
            {...form.getInputProps('neededAmount')}
          />
          <FieldPair>
            <ChoiceField label="How soon" words={urgencyWords} {...form.getInputProps('urgency')} />
            {hasContact && (
              <ChoiceField
                label="Nominee knows"
                words={nomineeKnowsWords}
                {...form.getInputProps('nomineeKnows')}
              />
            )}
          </FieldPair>
          {hasContact && <NominatorFields form={form} />}
          <ReasonField
            description="Kept here beside what it was, and in the audit trail."
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}

interface OfNominator {
  firstName: string;
  lastName: string;
  phone: string;
  zip: string;
}

function NominatorFields<Values extends OfNominator>({
  form,
}: {
  form: Pick<UseFormReturnType<Values>, 'getInputProps'>;
}) {
  return (
    <>
      <FieldPair>
        <TextInput
          label="First name of the nominator"
          aria-required="true"
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label="Last name of the nominator"
          aria-required="true"
          {...form.getInputProps('lastName')}
        />
      </FieldPair>
      <FieldPair>
        <TextInput label="Phone Number" aria-required="true" {...form.getInputProps('phone')} />
        <TextInput label="Zip Code" aria-required="true" {...form.getInputProps('zip')} />
      </FieldPair>
    </>
  );
}

/** A choice that the nominator could leave open. */
function ChoiceField({ words, ...field }: { label: string; words: Record<string, string> }) {
  return (
    <NativeSelect
      data={[
        { value: '', label: 'Left out' },
        ...Object.entries(words).map(([value, label]) => ({ value, label })),
      ]}
      {...field}
    />
  );
}

/** Who is told, and what becomes of the public page. */
function WhatFollows({ nomination, isOpen }: { nomination: Nomination; isOpen: boolean }) {
  const { id, nominee, consentSaid, erasedAt } = nomination;
  const page = useEndpointOf(endpoints.getPublicPage, isOpen ? id : null).data;
  const mayPublish = useMay('pages.publish');
  const isNamed = page?.publicName === nominee;
  return (
    <div>
      <p>
        For mistakes in writing: the nominee stays the same. The description keeps the nominator’s
        own words.
        {erasedAt === null &&
          ' The nominator gets an email if the nominee, the amount, or how soon changes: the tracking page shows them. Emails that were sent before keep what they said.'}
      </p>
      {isNamed && (
        <p className="above-2">
          The public page has this name, too, and gets the new one at once.
          {page.isPublished &&
            !mayPublish &&
            ' It is hidden then, until somebody who may publish has looked at it.'}
          {page.isPublished &&
            mayPublish &&
            consentSaid === 'given' &&
            ' The nominee agreed to be shown under it: if no word of it stays, the page is hidden until somebody publishes it again.'}
        </p>
      )}
    </div>
  );
}

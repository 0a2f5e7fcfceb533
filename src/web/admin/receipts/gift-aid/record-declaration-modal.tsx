import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { Donor } from '#contract/donors/donors.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { FieldPair } from '#web/ui/form-layout.tsx';

interface RecordDeclarationModalProps extends DialogProps {
  donor: Donor;
  wording: string;
}

/** Records what a donor declared by word or on paper. */
export function RecordDeclarationModal({ donor, wording, ...dialog }: RecordDeclarationModalProps) {
  return (
    <FormDialog
      {...dialog}
      title="Record a Declaration"
      text={`The donor has to have agreed to this: “${wording}” After a spoken declaration, send the donor a written record of it.`}
      action="Record Declaration"
      isHarmless
      to={endpoints.recordGiftAidDeclaration}
      params={{ id: donor.id }}
      initialValues={{
        title: '',
        firstName: donor.firstName,
        lastName: donor.lastName,
        house: '',
        address: donor.postalAddress,
        postcode: '',
        made: 'paper' as 'paper' | 'oral',
        declaredOn: '',
      }}
      said="The declaration is recorded."
    >
      {(form) => (
        <>
          <FieldPair>
            <NativeSelect
              label="How it was made"
              data={[
                { value: 'paper', label: 'On paper' },
                { value: 'oral', label: 'Spoken' },
              ]}
              {...form.getInputProps('made')}
            />
            <TextInput
              type="date"
              label="Day"
              aria-required="true"
              {...form.getInputProps('declaredOn')}
            />
          </FieldPair>
          <TextInput label="Title" {...form.getInputProps('title')} />
          <FieldPair>
            <TextInput
              label="First name"
              aria-required="true"
              {...form.getInputProps('firstName')}
            />
            <TextInput label="Last name" aria-required="true" {...form.getInputProps('lastName')} />
          </FieldPair>
          <FieldPair>
            <TextInput
              label="House name or number"
              aria-required="true"
              {...form.getInputProps('house')}
            />
            <TextInput
              label="Postcode"
              description="Empty for a home abroad."
              {...form.getInputProps('postcode')}
            />
          </FieldPair>
          <Textarea label="Rest of the address" rows={2} {...form.getInputProps('address')} />
        </>
      )}
    </FormDialog>
  );
}

import { Checkbox, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { BankAccount } from '#contract/banking/bank-accounts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';

interface AddAccountModalProps extends DialogProps {
  onDone: (account: BankAccount) => unknown;
}

/** Adds a bank account. */
export function AddAccountModal(dialog: AddAccountModalProps) {
  return (
    <FormDialog
      {...dialog}
      title="Add Bank Account"
      action="Add Bank Account"
      to={endpoints.addBankAccount}
      said="The account was added"
      initialValues={{ name: '', number: '' }}
    >
      {(form) => (
        <>
          <p className="soft">
            While approvals by a second person are on, somebody else has to approve a new account.
          </p>
          <AccountFields form={form} />
        </>
      )}
    </FormDialog>
  );
}

/** Changes the name and the number of a bank account, or closes it. */
export function EditAccountModal({
  account: { id, name, number, isClosed },
  ...dialog
}: DialogProps & { account: BankAccount }) {
  return (
    <FormDialog
      {...dialog}
      title="Edit Bank Account"
      action="Save"
      to={endpoints.changeBankAccount}
      said="Account saved"
      params={{ id }}
      initialValues={{ name, number: number ?? '', isClosed }}
    >
      {(form) => (
        <>
          <p className="soft">
            While approvals by a second person are on, somebody else has to approve another number.
          </p>
          <AccountFields form={form} />
          <Checkbox
            label="This account is closed"
            description="Your bank has closed it, with nothing left in it. Months no longer wait for its statements."
            {...form.getInputProps('isClosed', { type: 'checkbox' })}
          />
        </>
      )}
    </FormDialog>
  );
}

function AccountFields<Values extends { name: string; number: string }>({
  form,
}: {
  form: UseFormReturnType<Values>;
}) {
  return (
    <>
      <TextInput
        label="Name"
        description="As your team calls it, such as “Checking account”."
        data-autofocus
        aria-required="true"
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Account number (optional)"
        description="An IBAN, or another number that its statements have. Otherwise, the first statement fills it in."
        autoComplete="off"
        {...form.getInputProps('number')}
      />
    </>
  );
}

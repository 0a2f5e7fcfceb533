import { Button, Checkbox, TextInput } from '@mantine/core';
import type { BankAccount } from '#contract/banking/bank-accounts.ts';
import { awaitsApproval } from '#web/admin/client/awaits-approval.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { Fields } from '#web/ui/form-layout.tsx';

interface AccountModalProps {
  /** Null for a new one. */
  account: BankAccount | null;
  opened: boolean;
  onClose: () => void;
  onSaved: (account: BankAccount) => unknown;
}

/** Adds a bank account, or changes its name and number, or closes it. */
export function AccountModal({ account, opened, ...form }: AccountModalProps) {
  const title = account === null ? 'Add Bank Account' : 'Edit Bank Account';
  return (
    <Modal title={title} opened={opened} onClose={form.onClose}>
      <AccountForm account={account} {...form} />
    </Modal>
  );
}

function AccountForm({ account, onClose, onSaved }: Omit<AccountModalProps, 'opened'>) {
  const add = useSend(endpoints.addBankAccount);
  const change = useSend(endpoints.changeBankAccount);
  const { form, onSubmit } = useSubmitForm({
    initialValues: {
      name: account?.name ?? '',
      number: account?.number ?? '',
      isClosed: account?.isClosed ?? false,
    },
    schema: () =>
      import('#contract/banking/bank-accounts.ts').then(
        ({ changeBankAccount }) => changeBankAccount.body,
      ),
    async send({ isClosed, ...body }) {
      const saved =
        account === null
          ? await add.mutateAsync({ body })
          : await change.mutateAsync({ params: { id: account.id }, body: { ...body, isClosed } });
      if (awaitsApproval(saved)) onClose();
      else await onSaved(saved);
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Fields>
        <p className="soft">
          {account === null
            ? 'While approvals by a second person are on, somebody else has to approve a new account.'
            : 'While approvals by a second person are on, somebody else has to approve another number.'}
        </p>
        <TextInput
          label="Name"
          description="As your team calls it, such as “Checking account”."
          maxLength={100}
          data-autofocus
          aria-required="true"
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Account number (optional)"
          description="An IBAN, or another number that its statements have. Otherwise, the first statement fills it in."
          maxLength={50}
          autoComplete="off"
          {...form.getInputProps('number')}
        />
        {account !== null && (
          <Checkbox
            label="This account is closed"
            description="Your bank has closed it, with nothing left in it. Months no longer wait for its statements."
            {...form.getInputProps('isClosed', { type: 'checkbox' })}
          />
        )}
      </Fields>
      <ModalActions>
        <Button type="submit" loading={form.submitting}>
          {account === null ? 'Add Bank Account' : 'Save'}
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </ModalActions>
    </form>
  );
}

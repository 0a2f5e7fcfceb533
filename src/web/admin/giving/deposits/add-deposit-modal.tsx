import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { parseAmount } from '#core/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { CountedFields, countedErrors } from '#web/admin/giving/deposits/counted-fields.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { paths } from '#web/client/paths.ts';
import { Fields } from '#web/ui/form-layout.tsx';

interface AddDepositModalProps {
  opened: boolean;
  onClose: () => void;
}

/** Begins a deposit with what was counted. */
export function AddDepositModal({ opened, onClose }: AddDepositModalProps) {
  return (
    <Modal title="Begin a Deposit" opened={opened} onClose={onClose}>
      <AddDepositForm onClose={onClose} />
    </Modal>
  );
}

function AddDepositForm({ onClose }: Pick<AddDepositModalProps, 'onClose'>) {
  const addDeposit = useSend(endpoints.addDeposit);
  const navigate = useNavigate();
  const { form, onSubmit } = useSubmitForm({
    initialValues: { title: '', expectedCount: '' as number | string, expectedAmount: '' },
    toInput: ({ title, expectedCount, expectedAmount }) => ({
      title,
      expectedCount: Number(expectedCount),
      expectedAmount: parseAmount(expectedAmount) ?? 0,
    }),
    check: ({ expectedAmount }) => countedErrors(expectedAmount),
    schema: () =>
      import('#contract/giving/deposits.ts').then((contract) => contract.addDeposit.body),
    async send(body, idempotencyKey) {
      const { id } = await addDeposit.mutateAsync({ body, idempotencyKey });
      await navigate(paths.deposit(id), { replace: true });
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Fields>
        <p className="soft">
          Count first, then enter: the deposit can be closed once the lines come to what was
          counted.
        </p>
        <CountedFields inputProps={(name) => form.getInputProps(name)} />
      </Fields>
      <ModalActions>
        <Button type="submit" loading={form.submitting}>
          Begin
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </ModalActions>
    </form>
  );
}

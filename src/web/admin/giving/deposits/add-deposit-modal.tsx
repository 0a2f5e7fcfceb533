import { useNavigate } from 'react-router';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { CountedFields, countedErrors } from '#web/admin/giving/deposits/counted-fields.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { paths } from '#web/client/paths.ts';

/** Begins a deposit with what was counted. */
export function AddDepositModal(dialog: DialogProps) {
  const navigate = useNavigate();
  return (
    <FormDialog
      {...dialog}
      title="Begin a Deposit"
      action="Begin"
      to={endpoints.addDeposit}
      said="The deposit was added"
      initialValues={{ title: '', expectedCount: '' as number | string, expectedAmount: '' }}
      toBody={({ title, expectedCount, expectedAmount }) => ({
        title,
        expectedCount: Number(expectedCount),
        expectedAmount: parseAmount(expectedAmount) ?? 0,
      })}
      check={({ expectedAmount }) => countedErrors(expectedAmount)}
      onDone={({ id }) => navigate(paths.deposit(id), { replace: true })}
    >
      {(form) => (
        <>
          <p className="soft">
            Count first, then enter: the deposit can be closed once the lines come to what was
            counted.
          </p>
          <CountedFields inputProps={(name) => form.getInputProps(name)} />
        </>
      )}
    </FormDialog>
  );
}

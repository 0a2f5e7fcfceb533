import { Button, FileInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BankAccount, CsvMapping } from '#contract/banking/bank-accounts.ts';
import { decimalsOf, notAnAmount } from '#core/money.ts';
import { parseWrittenAmount } from '#core/written-amounts.ts';
import { CsvFields } from '#web/admin/banking/statements/csv-fields.tsx';
import { isCsv, readSample } from '#web/admin/banking/statements/read-sample.ts';
import { useImportStatements } from '#web/admin/queries/bank.ts';
import { signSection } from '#web/admin/shared/amount-field.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { errorMessage, isRefusal } from '#web/client/api-client.ts';
import { Fields } from '#web/ui/form-layout.tsx';

/** Of the names of files that banks offer. */
const endings = ['xml', 'ofx', 'qfx', 'csv', 'tsv', 'txt', 'zip'];

interface ImportModalProps {
  account: BankAccount;
  opened: boolean;
  onClose: () => void;
}

/** Imports a file of the bank. A CSV file shows first how it would be read. */
export function ImportModal({ account, opened, onClose }: ImportModalProps) {
  return (
    <Modal title="Import Statements" opened={opened} onClose={onClose}>
      <ImportForm account={account} onClose={onClose} />
    </Modal>
  );
}

function ImportForm({ account, onClose }: Omit<ImportModalProps, 'opened'>) {
  const importStatements = useImportStatements(account.id);
  const [sample, setSample] = useState<string | null>(null);
  const [mapping, setMapping] = useState<CsvMapping | null>(account.csvMapping);
  const [isClosingAsked, askClosing] = useState(false);
  const isClosingShown = isClosingAsked || (sample !== null && mapping?.balanceColumn === null);
  const { form, onSubmit } = useSubmitForm({
    initialValues: { file: null as File | null, closing: '' },
    check: ({ file, closing }) => ({
      ...(!file && { file: 'Choose a file' }),
      ...(isClosingShown &&
        parseWrittenAmount(closing, decimalsOf(account.currency)) === null && {
          closing: notAnAmount(125_000),
        }),
    }),
    async send({ file, closing }) {
      if (!file) return;
      const closingCents = isClosingShown
        ? parseWrittenAmount(closing, decimalsOf(account.currency))
        : null;
      try {
        await importStatements.mutateAsync({
          file,
          csv: sample !== null && mapping ? { sample, mapping } : null,
          closingCents: closingCents ?? undefined,
        });
      } catch (error) {
        if (isRefusal(error, 'closing_balance_missing')) askClosing(true);
        else form.setFieldError('file', errorMessage(error));
        throw error;
      }
      onClose();
    },
  });

  async function choose(file: File | null) {
    form.setFieldValue('file', file);
    askClosing(false);
    setSample(file && isCsv(file) ? await readSample(file) : null);
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      <Fields>
        <FileInput
          size="md"
          label="File"
          description="CAMT.053, OFX, or CSV, or a ZIP file of these, up to 20 MB. Lines that you have imported before are left out."
          placeholder="Choose a file"
          accept={endings.map((ending) => `.${ending}`).join(',')}
          {...form.getInputProps('file')}
          onChange={(file) => void choose(file)}
        />
        {sample !== null && (
          <CsvFields
            key={sample}
            account={account}
            sample={sample}
            mapping={mapping}
            onChange={setMapping}
          />
        )}
        {isClosingShown && (
          <TextInput
            label="Balance after the last line"
            description="This file does not say it. You find it on the statement of your bank."
            inputMode="decimal"
            autoComplete="off"
            {...signSection()}
            aria-required="true"
            {...form.getInputProps('closing')}
          />
        )}
      </Fields>
      <ModalActions>
        <Button type="submit" loading={form.submitting}>
          Import
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </ModalActions>
    </form>
  );
}

import { Button, FileInput, NativeSelect, type NativeSelectProps, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BankAccount } from '#contract/banking/bank-accounts.ts';
import type {
  AccountInFile,
  importStatements as contract,
} from '#contract/banking/bank-statements.ts';
import type { OwnResponseOf } from '#contract/endpoint.ts';
import { countOf } from '#core/platform/counts.ts';
import { decimalsOf } from '#core/platform/money.ts';
import { askAboutAmount, notAnAmount } from '#core/platform/typed-amounts.ts';
import { parseWrittenAmount } from '#core/platform/written-amounts.ts';
import { CsvFields } from '#web/admin/banking/bank-statements/csv-fields.tsx';
import { describeLeftOut } from '#web/admin/banking/bank-statements/describe-left-out.ts';
import { useCsvMapping } from '#web/admin/banking/bank-statements/use-csv-mapping.ts';
import { awaitsApproval } from '#web/admin/client/awaits-approval.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { signSection } from '#web/admin/shared/amount-field.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { ApiError, isRefusal } from '#web/client/api-client.ts';
import { errorMessage } from '#web/client/error-message.ts';
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
  const importStatements = useSend(endpoints.importStatements, { said: describeImport });
  const columns = useCsvMapping(account);
  const [isClosingAsked, askClosing] = useState(false);
  const [accounts, setAccounts] = useState<AccountInFile[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const isClosingShown = isClosingAsked || columns.hasNoBalances;
  const { form, onSubmit } = useSubmitForm({
    initialValues: { file: null as File | null, closing: '', account: '' },
    check: ({ file, closing, account: chosen }) => ({
      ...(!file && { file: 'Choose a file' }),
      ...(accounts.length > 0 && !chosen && { account: 'Choose an account' }),
      ...(columns.isUnclear && { file: 'Say first how this file is read' }),
      ...(isClosingShown && closingErrors(closing, account.currency)),
    }),
    async send({ file, closing, account: chosen }) {
      if (!file) return;
      setRefusal(null);
      const closingCents = isClosingShown
        ? parseWrittenAmount(closing, decimalsOf(account.currency))
        : null;
      try {
        const imported = await importStatements.mutateAsync({
          params: { id: account.id },
          query: {
            fileName: file.name,
            closingCents: closingCents ?? undefined,
            account: chosen || undefined,
            csvMapping: columns.changedMapping,
          },
          content: file,
        });
        if (!awaitsApproval(imported) && describeRest(imported).length > 0) setResult(imported);
        else onClose();
      } catch (error) {
        if (isRefusal(error, 'closing_balance_missing')) askClosing(true);
        else if (error instanceof ApiError && error.data?.accounts)
          setAccounts(error.data.accounts);
        else setRefusal(describeRefusal(error, isClosingShown));
        throw error;
      }
    },
  });

  function choose(file: File | null) {
    form.setFieldValue('file', file);
    form.setFieldValue('account', '');
    setRefusal(null);
    askClosing(false);
    setAccounts([]);
    void columns.choose(file);
  }

  if (result) return <Rest result={result} onClose={onClose} />;
  return (
    <form
      onSubmit={(event) => {
        columns.ask();
        return onSubmit(event);
      }}
      noValidate
    >
      <Fields>
        <FileInput
          size="md"
          label="File"
          description="CAMT.053, OFX, or CSV, or a ZIP file of these, up to 20 MB. Lines that you have imported before are left out."
          placeholder="Choose a file"
          accept={endings.map((ending) => `.${ending}`).join(',')}
          {...form.getInputProps('file')}
          onChange={choose}
        />
        {columns.fields && (
          <CsvFields
            key={`${form.getValues().file?.name} ${form.getValues().file?.lastModified}`}
            {...columns.fields}
            onChange={(mapping) => columns.change(mapping, form.getValues().file)}
          />
        )}
        {accounts.length > 0 && (
          <AccountField accounts={accounts} {...form.getInputProps('account')} />
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
      {/* Beside the button: the field of the file is far above it. */}
      {refusal !== null && <p role="alert">{refusal}</p>}
      <ModalActions>
        <SubmitButtons action="Import" loading={form.submitting} onCancel={onClose} />
      </ModalActions>
    </form>
  );
}

type ImportResult = OwnResponseOf<typeof contract>;

function describeImport({ added, known }: ImportResult): string {
  if (added === 0) return 'There is nothing new in this file: all of its lines were known.';
  if (known === 0) return `Imported ${countOf(added, 'line')}.`;
  const were = known === 1 ? 'was' : 'were';
  return `Imported ${countOf(added, 'new line')}; ${countOf(known, 'other')} ${were} known.`;
}

/** What is wrong with a balance, which may be negative. */
function closingErrors(typed: string, currency: string): Record<string, string> {
  const question = askAboutAmount(typed.replace(/^\s*[-\u2212]/, ''), currency);
  if (question !== null) return { closing: question };
  return parseWrittenAmount(typed, decimalsOf(currency)) === null
    ? { closing: notAnAmount(typed, 125_000) }
    : {};
}

/** What of the file was not imported, in sentences. */
function describeRest({ leftOut, otherAccounts }: ImportResult): string[] {
  const others = otherAccounts.map(({ number, lines }) => `${number} (${countOf(lines, 'line')})`);
  return [
    describeLeftOut(leftOut),
    others.length > 0 &&
      `This file also has statements of ${others.join(', ')}. Import it into ${others.length === 1 ? 'that account' : 'these accounts'}, too.`,
  ].filter((sentence): sentence is string => Boolean(sentence));
}

function describeRefusal(error: unknown, isClosingShown: boolean): string {
  const isTyped = isClosingShown && isRefusal(error, 'statement_gap');
  const advice = isTyped ? ' Or correct the balance that you typed.' : '';
  return errorMessage(error) + advice;
}

function Rest({ result, onClose }: { result: ImportResult; onClose: () => void }) {
  return (
    <>
      {describeRest(result).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <ModalActions>
        <Button onClick={onClose}>Close</Button>
      </ModalActions>
    </>
  );
}

function AccountField({ accounts, ...input }: NativeSelectProps & { accounts: AccountInFile[] }) {
  return (
    <NativeSelect
      label="Account in this file"
      description="The file has several. Choose the one that you are importing into."
      data={[
        { value: '', label: 'Choose' },
        ...accounts.map(({ number, lines }) => ({
          value: number,
          label: `${number} (${countOf(lines, 'line')})`,
        })),
      ]}
      {...input}
    />
  );
}

import { Button, FileInput, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BankAccount } from '#contract/banking/bank-accounts.ts';
import type {
  AccountInFile,
  importStatements as contract,
} from '#contract/banking/bank-statements.ts';
import type { CsvDraft, CsvMapping } from '#contract/banking/csv-mapping.ts';
import type { OwnResponseOf } from '#contract/endpoint.ts';
import { countOf } from '#core/counts.ts';
import { likelyEncoding, type TextEncoding } from '#core/decode-text.ts';
import { askAboutAmount, decimalsOf, notAnAmount } from '#core/money.ts';
import { parseWrittenAmount } from '#core/written-amounts.ts';
import {
  type AmountWay,
  CsvFields,
  missingChoice,
} from '#web/admin/banking/statements/csv-fields.tsx';
import { describeLeftOut } from '#web/admin/banking/statements/describe-left-out.ts';
import { isCsv, readSample } from '#web/admin/banking/statements/read-sample.ts';
import { awaitsApproval } from '#web/admin/client/awaits-approval.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { signSection } from '#web/admin/shared/amount-field.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { ApiError, errorMessage, isRefusal } from '#web/client/api-client.ts';
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
  const [sample, setSample] = useState<string | null>(null);
  const [mapping, setMapping] = useState<CsvDraft | null>(account.csvMapping);
  const [chosenWay, chooseWay] = useState<AmountWay | null>(null);
  const [areColumnsAsked, askColumns] = useState(false);
  const missing = mapping === null ? null : missingChoice(mapping, chosenWay);
  const [isClosingAsked, askClosing] = useState(false);
  const [accounts, setAccounts] = useState<AccountInFile[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const isClosingShown = isClosingAsked || (sample !== null && mapping?.balanceColumn === null);
  const { form, onSubmit } = useSubmitForm({
    initialValues: { file: null as File | null, closing: '', account: '' },
    check: ({ file, closing, account: chosen }) => ({
      ...(!file && { file: 'Choose a file' }),
      ...(accounts.length > 0 && !chosen && { account: 'Choose an account' }),
      ...(sample !== null &&
        (missing !== null || !isComplete(mapping)) && { file: 'Say first how this file is read' }),
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
            // Otherwise as the one before: the server compares the columns.
            ...(sample !== null &&
              mapping !== account.csvMapping &&
              isComplete(mapping) && { csvMapping: JSON.stringify(mapping) }),
          },
          content: file,
        });
        if (!awaitsApproval(imported) && describeRest(imported).length > 0) setResult(imported);
        else onClose();
      } catch (error) {
        if (isRefusal(error, 'closing_balance_missing')) askClosing(true);
        else if (error instanceof ApiError && error.data?.accounts)
          setAccounts(error.data.accounts);
        else {
          const isTyped = isClosingShown && isRefusal(error, 'statement_gap');
          const advice = isTyped ? ' Or correct the balance that you typed.' : '';
          setRefusal(errorMessage(error) + advice);
        }
        throw error;
      }
    },
  });

  async function choose(file: File | null) {
    form.setFieldValue('file', file);
    form.setFieldValue('account', '');
    setRefusal(null);
    askClosing(false);
    setAccounts([]);
    const next = await sampleOf(file, mapping?.encoding ?? likelyEncoding(account.currency));
    // How another list is read says nothing about this one.
    if (titleLine(next, mapping) !== titleLine(sample, mapping)) {
      setMapping(account.csvMapping);
      chooseWay(null);
      askColumns(false);
    }
    setSample(next);
  }

  function change(next: CsvDraft) {
    setMapping(next);
    if (mapping && next.encoding !== mapping.encoding) {
      void sampleOf(form.getValues().file, next.encoding).then(setSample);
    }
  }

  if (result) {
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

  return (
    <form
      onSubmit={(event) => {
        askColumns(true);
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
          onChange={(file) => void choose(file)}
        />
        {sample !== null && (
          <CsvFields
            key={`${form.getValues().file?.name} ${form.getValues().file?.lastModified}`}
            account={account}
            sample={sample}
            mapping={mapping}
            onChange={change}
            chosenWay={chosenWay}
            onWay={chooseWay}
            missing={areColumnsAsked ? missing : null}
          />
        )}
        {accounts.length > 0 && (
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
            {...form.getInputProps('account')}
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
      {/* Beside the button: the field of the file is far above it. */}
      {refusal !== null && <p role="alert">{refusal}</p>}
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

/** The beginning of a file whose columns somebody has to look at; null for any other. */
async function sampleOf(file: File | null, encoding: TextEncoding): Promise<string | null> {
  return file && isCsv(file) ? readSample(file, encoding) : null;
}

/** Where a mapping has the titles of the columns. */
function titleLine(sample: string | null, mapping: CsvDraft | null): string | undefined {
  return sample?.split(/\r?\n/)[mapping?.skippedLines ?? 0];
}

type ImportResult = OwnResponseOf<typeof contract>;

function describeImport({ added, known }: ImportResult): string {
  if (added === 0) return 'There is nothing new in this file: all of its lines were known.';
  if (known === 0) return `Imported ${countOf(added, 'line')}.`;
  const were = known === 1 ? 'was' : 'were';
  return `Imported ${countOf(added, 'new line')}; ${countOf(known, 'other')} ${were} known.`;
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

function isComplete(mapping: CsvDraft | null): mapping is CsvMapping {
  return mapping !== null && mapping.dateColumn !== null && mapping.dateOrder !== null;
}

/** What is wrong with a balance, which may be negative. */
function closingErrors(typed: string, currency: string): Record<string, string> {
  const question = askAboutAmount(typed.replace(/^\s*[-\u2212]/, ''), currency);
  if (question !== null) return { closing: question };
  return parseWrittenAmount(typed, decimalsOf(currency)) === null
    ? { closing: notAnAmount(typed, 125_000) }
    : {};
}

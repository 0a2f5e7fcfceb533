import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import {
  issuerLabels,
  missingFor,
  profileOf,
  type ReceiptIssuer,
  type ReceiptSettings,
  type ReceiptTexts,
  receiptProfileNames,
  receiptProfileTitles,
} from '#core/receipts/receipt-profiles.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { saveFile } from '#web/client/save-file.ts';
import { Fieldset } from '#web/ui/form-layout.tsx';

type Typed = ReceiptIssuer &
  ReceiptTexts & { receiptProfile: ReceiptSettings['profile']; asksForGiftAid: boolean };

/** The settings as the fields show them. */
export function typedReceipts({ profile, texts, ...issuer }: ReceiptSettings): Typed {
  return { receiptProfile: profile, ...issuer, ...texts };
}

/** What was typed, as settings; the form has other fields, too. */
export function readReceipts(typed: Typed): ReceiptSettings {
  const issuer = Object.fromEntries(
    (Object.keys(issuerLabels) as (keyof ReceiptIssuer)[]).map((field) => [field, typed[field]]),
  ) as unknown as ReceiptIssuer;
  const { receiptProfile: profile, asksForGiftAid, withoutGoods, withGoods, closing } = typed;
  return { ...issuer, profile, asksForGiftAid, texts: { withoutGoods, withGoods, closing } };
}

/** What is missing before the chosen receipts can be switched on. */
export function checkReceipts(typed: Typed): Partial<Record<keyof ReceiptIssuer, string>> {
  const missing = missingFor(readReceipts(typed));
  const country = receiptProfileTitles[typed.receiptProfile];
  return Object.fromEntries(
    missing.map((field) => [field, `Required for receipts of: ${country}`]),
  );
}

const issuerHints: Partial<Record<keyof ReceiptIssuer, string>> = {
  registrationNumber: 'Such as the EIN, or the number of a registered charity.',
  legalStatus: 'What kind of organization you are. French receipts have to say it.',
  purpose: 'What you exist for. French receipts have to say it.',
  placeOfIssue: 'Canadian receipts have to say it.',
};

const textLabels: Record<keyof ReceiptTexts, string> = {
  withoutGoods: 'Sentence if the donor got nothing in return',
  withGoods: 'Sentence if the donor got something in return',
  closing: 'Last sentence',
};

/** What receipts of donations look like, and whether there are any. */
export function ReceiptFields<Values extends Typed>({ form }: { form: UseFormReturnType<Values> }) {
  const sample = useSend(endpoints.getSampleReceipt, { changes: false, onDone: saveFile });
  const settings = readReceipts(form.getValues());
  const profile = profileOf(settings);
  return (
    <Fieldset legend="Tax Receipts">
      <NativeSelect
        label="Receipts"
        description={
          profile === null
            ? 'Emails about donations say that they are confirmations, and no receipts for taxes.'
            : `${profile.description}${profile.needsDonorAddress ? ' The donation form asks for the postal address of the donor.' : ''} Each donation of real money gets a number from now on. Let your adviser check the sentences.`
        }
        data={receiptProfileNames.map((value) => ({ value, label: receiptProfileTitles[value] }))}
        {...form.getInputProps('receiptProfile')}
      />
      {profile !== null && (
        <>
          {settings.profile === 'uk-gift-aid' && (
            <Checkbox
              label="Ask donors for Gift Aid declarations"
              description="On the donation form and on the page of each donor. What can be claimed is under Tax Receipts, “Gift Aid.”"
              {...form.getInputProps('asksForGiftAid', { type: 'checkbox' })}
            />
          )}
          {(Object.keys(issuerLabels) as (keyof ReceiptIssuer)[]).map((field) => {
            const isRequired = profile.requires.includes(field);
            const shared = {
              label: issuerLabels[field],
              description: issuerHints[field],
              'aria-required': isRequired || undefined,
              maxLength: endpoints.saveSettings.limits?.[`receipts.${field}`],
              ...form.getInputProps(field),
            };
            return field === 'address' ? (
              <Textarea key={field} rows={3} {...shared} />
            ) : (
              <TextInput key={field} autoComplete="off" {...shared} />
            );
          })}
          {(Object.keys(textLabels) as (keyof ReceiptTexts)[]).map((field) => (
            <Textarea
              key={field}
              label={textLabels[field]}
              description={
                profile.texts[field] === ''
                  ? 'There is none unless you write one.'
                  : `If it is empty: ${profile.texts[field]}`
              }
              rows={3}
              maxLength={endpoints.saveSettings.limits?.[`receipts.texts.${field}`]}
              {...form.getInputProps(field)}
            />
          ))}
          <div>
            <Button
              variant="default"
              loading={sample.isPending}
              onClick={() => sample.mutate({ body: { receipts: settings } })}
            >
              Save a Sample Receipt
            </Button>
          </div>
        </>
      )}
    </Fieldset>
  );
}

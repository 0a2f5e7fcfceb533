import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Cause } from '#contract/vetting/causes.ts';
import { centsToDecimal } from '#core/platform/money.ts';
import { paths } from '#web/admin/client/paths.ts';
import { signSection } from '#web/admin/shared/amount-field.tsx';
import { CopyButton } from '#web/admin/ui/copy-button.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { QrCode } from '#web/admin/ui/qr-code.tsx';
import { useTypedForm } from '#web/admin/ui/typed-forms.ts';
import classes from '#web/admin/vetting/causes/donation-link-modal.module.css';
import '#web/admin/ui/form-fields.css';
import { notAnAmount, parseAmount } from '#core/platform/typed-amounts.ts';
import { Fields } from '#web/ui/form-layout.tsx';

interface DonationLinkModalProps {
  causes: readonly Cause[];
  opened: boolean;
  onClose: () => void;
}

/** A link to the donation form for posters and other sites: as an address, a QR code, and a button in HTML. */
export function DonationLinkModal({ causes, ...dialog }: DonationLinkModalProps) {
  return (
    <Modal title="Link to the Donation Form" {...dialog}>
      <LinkFields causes={causes} />
    </Modal>
  );
}

function LinkFields({ causes }: Pick<DonationLinkModalProps, 'causes'>) {
  const [causeId, setCauseId] = useState('');
  const [amount, setAmount] = useState('');
  useTypedForm(() => causeId !== '' || amount !== '');
  const code = useRef<HTMLDivElement>(null);
  const cause = causes.find(({ id }) => id === causeId);
  const cents = parseAmount(amount);
  const isAmountWrong = amount.trim() !== '' && cents === null;
  const address = addressOf(cause, cents);
  const html = buttonFor(address, cause?.name);
  return (
    <Fields>
      <p>
        For posters, emails, and other websites. Whoever follows the link finds the form filled in
        with the cause and the amount, and can change both.
      </p>
      <NativeSelect
        label="Cause"
        value={causeId}
        onChange={(event) => setCauseId(event.currentTarget.value)}
        data={[
          { value: '', label: 'The donor chooses' },
          ...causes.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <TextInput
        label="Amount"
        inputMode="decimal"
        autoComplete="off"
        {...signSection()}
        placeholder="The donor chooses"
        value={amount}
        error={isAmountWrong && notAnAmount(amount)}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <div className={`grid gap-2 end ${classes.text}`}>
        <TextInput label="Address" readOnly value={address} />
        <CopyButton text={address} what="address" />
      </div>
      <div className={`grid gap-2 end ${classes.text}`}>
        <Textarea label="Button in HTML" readOnly rows={4} value={html} />
        <CopyButton text={html} what="HTML" />
      </div>
      <div className="row gap-6 gap-y-4 center" ref={code}>
        <QrCode text={address} label="QR code of the address" />
        <Button variant="default" onClick={() => download(code.current?.querySelector('svg'))}>
          Download the QR Code
        </Button>
      </div>
    </Fields>
  );
}

function addressOf(cause: Cause | undefined, cents: number | null): string {
  const query = new URLSearchParams();
  if (cause) query.set('cause', cause.id);
  if (cents !== null) query.set('amount', centsToDecimal(cents));
  return `${window.location.origin}${paths.donate}${query.size > 0 ? `?${query}` : ''}`;
}

/** A button that needs nothing from the site that shows it. */
function buttonFor(address: string, causeName: string | undefined): string {
  const link = document.createElement('a');
  link.href = address;
  link.style.cssText =
    'display:inline-block;padding:12px 24px;border-radius:6px;background:#f2a71b;color:#1d2822;font:600 16px sans-serif;text-decoration:none';
  link.textContent = causeName === undefined ? 'Donate' : `Donate to ${causeName}`;
  return new XMLSerializer().serializeToString(link).replace(/ xmlns="[^"]*"/, '');
}

/** Saves a drawing as a file. */
function download(drawing: SVGElement | null | undefined): void {
  if (!drawing) return;
  const text = new XMLSerializer().serializeToString(drawing);
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'donate.svg';
  link.click();
  URL.revokeObjectURL(address);
}

import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { Account } from '#contract/people/account.ts';
import { formatDate } from '#core/dates.ts';
import { sessionColumns } from '#web/admin/people/account/columns.tsx';
import { PasswordForm } from '#web/features/account/admin/password-form.tsx';
import {
  useAccount,
  useRenewRecoveryCodes,
  useSignOutEverywhere,
  useStartSecondFactor,
  useTurnOffSecondFactor,
} from '#web/admin/queries/account.ts';
import { RecoveryCodesModal } from '#web/admin/people/account/recovery-codes-modal.tsx';
import { SecondFactorForm } from '#web/admin/people/account/second-factor-form.tsx';
import { useCurrentUser } from '#web/client/session.ts';
import classes from '#web/styles/account.module.css';
import { ConfirmDialog } from '#web/ui/form-modal.tsx';
import { ListTable } from '#web/ui/data-table.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { StatusMark } from '#web/ui/status-mark.tsx';

/** How one signs in, and where one is signed in. */
export default function AccountPage() {
  const user = useCurrentUser();
  const account = useAccount();
  const sessions = { ...account, data: account.data?.sessions };
  return (
    <>
      <PageHeader title="Your Account" />
      <p className={classes.who}>
        {user?.firstName} {user?.lastName}, {user?.email}
      </p>
      <Section title="Two-Factor Sign-In">
        {account.data && <SecondFactor factor={account.data.secondFactor} />}
      </Section>
      <Section title="Signed-In Browsers">
        <ListTable
          label="Signed-in browsers"
          columns={sessionColumns}
          rows={sessions}
          loadingText="Loading browsers."
          errorText="Your account could not be loaded."
        />
        <SignOutEverywhere />
      </Section>
      <Section title="Password">
        <p>A new password signs out all your other browsers.</p>
        <PasswordForm />
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function SecondFactor({ factor }: { factor: Account['secondFactor'] }) {
  const start = useStartSecondFactor();
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <>
      {factor && <SecondFactorOn factor={factor} onCodes={setCodes} />}
      {!factor && !start.data && (
        <>
          <StatusMark shape="ring" word="Off" />
          <p>
            With it, a password that somebody has guessed or stolen is not enough: signing in also
            takes a code that only your phone can show.
          </p>
          <div className={classes.actions}>
            <Button loading={start.isPending} onClick={() => start.mutate()}>
              Set Up
            </Button>
          </div>
        </>
      )}
      {!factor && start.data && (
        <SecondFactorForm
          {...start.data}
          onCancel={start.reset}
          onTurnedOn={(recoveryCodes) => {
            setCodes(recoveryCodes);
            start.reset();
          }}
        />
      )}
      <RecoveryCodesModal codes={codes} onClose={() => setCodes(null)} />
    </>
  );
}

interface SecondFactorOnProps {
  factor: NonNullable<Account['secondFactor']>;
  onCodes: (codes: string[]) => void;
}

function SecondFactorOn({ factor, onCodes }: SecondFactorOnProps) {
  const renew = useRenewRecoveryCodes();
  const turnOff = useTurnOffSecondFactor();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <StatusMark shape="tick" word={`On since ${formatDate(factor.enabledAt)}`} />
      <p>
        You have {factor.recoveryCodesLeft} recovery{' '}
        {factor.recoveryCodesLeft === 1 ? 'code' : 'codes'} left. New ones void the old ones.
      </p>
      <div className={classes.actions}>
        <Button
          variant="default"
          loading={renew.isPending}
          onClick={() =>
            renew.mutate(undefined, { onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes) })
          }
        >
          New Recovery Codes
        </Button>
        <Button variant="default" onClick={() => setAsking(true)}>
          Turn Off
        </Button>
      </div>
      <ConfirmDialog
        title="Turn Off Two-Factor Sign-In"
        text="From then on your password alone signs you in."
        action="Turn Off"
        opened={isAsking}
        loading={turnOff.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => turnOff.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}

function SignOutEverywhere() {
  const signOut = useSignOutEverywhere();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={() => setAsking(true)}>
        Sign Out Everywhere
      </Button>
      <ConfirmDialog
        title="Sign Out Everywhere"
        text="All your browsers are signed out at once, this one too."
        action="Sign Out"
        opened={isAsking}
        loading={signOut.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => signOut.mutate()}
      />
    </div>
  );
}

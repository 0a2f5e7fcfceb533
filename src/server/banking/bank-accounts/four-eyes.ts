import { adminPaths, bankAccountPath } from '#contract/admin-pages.ts';
import {
  type AccountChange,
  type AccountInput,
  addBankAccount,
  changeBankAccount,
} from '#server/banking/bank-accounts/commands.ts';
import { accountNumber } from '#server/banking/bank-accounts/policy.ts';
import { findBankAccount } from '#server/banking/bank-accounts/queries.ts';
import { fourEyesFor } from '#server/people/approvals/approvals.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { rehearse } from '#server/platform/db/rehearse.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { ApprovalRule } from '#server/platform/http/serve.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';

interface Adding {
  actor: TeamMember;
  input: AccountInput;
}

/**
 * Another bank account, or another number, takes a second person: money that leaves one account of the charity may have
 * gone to another one. If one person alone could say that another one exists, and what its statements say, they could
 * call money that is gone a transfer.
 */
export function addingApproval(db: Db, settings: SettingsStore): ApprovalRule<Adding> {
  return {
    isNeeded: ({ actor }) => takesTwo(db, settings, actor),
    rehearse: ({ actor, input }) =>
      rehearse(db, (trial) => addBankAccount(trial, actor, input, null)),
    async describe({ input }) {
      return [
        { label: 'What', value: 'Add a bank account', path: adminPaths.bank },
        { label: 'Name', value: input.name },
        {
          label: 'Account number',
          value: accountNumber(input.number) ?? 'From its first statement',
        },
      ];
    },
  };
}

interface Changing {
  actor: TeamMember;
  input: AccountChange;
}

/** With another number, or opened again, it is another account than the one that two people have looked at. */
export function changingApproval(db: Db, settings: SettingsStore): ApprovalRule<Changing> {
  return {
    async isNeeded({ actor, input }) {
      const { number, isClosed } = await findBankAccount(db, input.id);
      const isAnother = number !== null && number !== accountNumber(input.number);
      const opensAgain = isClosed && !input.isClosed;
      return (isAnother || opensAgain) && takesTwo(db, settings, actor);
    },
    rehearse: ({ actor, input }) => rehearse(db, (trial) => changeBankAccount(trial, actor, input)),
    async describe({ input }) {
      const now = await findBankAccount(db, input.id);
      const asked = { ...input, number: accountNumber(input.number) };
      const stateOf = (isClosed: boolean) => (isClosed ? 'Closed' : 'Open');
      return [
        { label: 'What', value: 'Change a bank account', path: bankAccountPath(input.id) },
        { label: 'Name', value: withBefore(asked.name, now.name) },
        {
          label: 'Account number',
          value: withBefore(asked.number ?? 'None', now.number ?? 'none'),
        },
        { label: 'State', value: withBefore(stateOf(asked.isClosed), stateOf(now.isClosed)) },
      ];
    },
    mustStayTrue: true,
  };
}

const withBefore = (asked: string, now: string) =>
  asked.toLowerCase() === now.toLowerCase() ? asked : `${asked} (now ${now})`;

async function takesTwo(db: Db, settings: SettingsStore, actor: TeamMember): Promise<boolean> {
  return (await fourEyesFor(db, settings, 'bank_account', actor)) !== null;
}

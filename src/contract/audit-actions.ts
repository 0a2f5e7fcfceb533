import * as contract from '#contract/index.ts';
import { type AuditKind, otherActions } from '#core/audit.ts';

/* Every action of the audit trail: what the calls of the contract record, and the others. */

type Contract = typeof contract;
type Recorded = {
  [Name in keyof Contract]: Contract[Name] extends { records: infer Texts } ? keyof Texts : never;
}[keyof Contract];

/** The kind of item and what happened to it. An action without words, or of an unknown kind, cannot be recorded. */
export type AuditAction = Extract<Recorded | keyof typeof otherActions, `${AuditKind}.${string}`>;

/** Every action in plain words. */
export const actionTexts: Record<string, string> = Object.assign(
  {},
  otherActions,
  ...Object.values<unknown>(contract).map((one) => Object(one).records),
);

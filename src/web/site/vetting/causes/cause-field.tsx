import type { CauseChoice } from '#contract/documents.ts';
import type { CauseReference } from '#contract/vetting/causes.ts';
import { runningCostsWords } from '#core/ledger/promise.ts';
import { SelectField } from '#web/site/shared/fields.tsx';

interface CauseFieldProps {
  causes: readonly CauseReference[];
  /** What is to be known of some of them; null if nothing is. */
  description?: string | null;
  /** Shown while the charity has no causes. */
  emptyText: string;
}

/** A choice of one cause. */
export function CauseField({ causes, description, emptyText }: CauseFieldProps) {
  return (
    <div>
      <SelectField
        label="Cause"
        name="causeId"
        {...(description && { description })}
        aria-required="true"
        disabled={causes.length === 0}
      >
        <option value="">Choose a cause</option>
        {causes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {causes.length === 0 && <p className="soft">{emptyText}</p>}
    </div>
  );
}

/** Which causes pay for what keeps the charity running, for whoever gives to one; null if none does. */
export function aboutRunningCosts(causes: readonly CauseChoice[]): string | null {
  const names = causes
    .filter(({ isForRunningCosts }) => isForRunningCosts)
    .map(({ name }) => `“${name}”`);
  return names.length === 0 ? null : `${names.join(', ')}: ${runningCostsWords}`;
}

import { useState } from 'react';
import type { CauseChoice, OpenCause } from '#contract/documents.ts';
import { runningCostsWords } from '#core/ledger/promise.ts';
import { SelectField } from '#web/site/shared/fields.tsx';
import { useFieldState } from '#web/site/shared/form.tsx';

interface CauseFieldProps {
  causes: readonly OpenCause[];
  /** What is to be known of some of them; null if nothing is. */
  description?: string | null;
  /** Shown while the charity has no causes. */
  emptyText: string;
}

/** A choice of one cause. */
export function CauseField({ causes, description, emptyText }: CauseFieldProps) {
  const [chosen, setChosen] = useState(useFieldState('causeId').value);
  const described = causes.filter((cause) => cause.description !== '');
  const about = described.find(({ id }) => id === chosen);
  return (
    <div>
      <SelectField
        label="Cause"
        name="causeId"
        {...(description && { description })}
        aria-required="true"
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        disabled={causes.length === 0}
      >
        <option value="">Choose a cause</option>
        {causes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <p className="above-2 soft" role="status">
        {about?.description}
      </p>
      {described.length > 0 && (
        <details className="above-2 small">
          <summary>What each cause is for</summary>
          <dl>
            {described.map((cause) => (
              <div key={cause.id} className="above-2">
                <dt className="strong">{cause.name}</dt>
                <dd>{cause.description}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
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

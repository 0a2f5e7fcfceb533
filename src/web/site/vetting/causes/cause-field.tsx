import type { CauseReference } from '#contract/vetting/causes.ts';
import { SelectField } from '#web/site/shared/fields.tsx';

interface CauseFieldProps {
  causes: readonly CauseReference[];
  /** Shown while the charity has no causes. */
  emptyText: string;
}

/** A choice of one cause. */
export function CauseField({ causes, emptyText }: CauseFieldProps) {
  return (
    <div>
      <SelectField label="Cause" name="causeId" aria-required="true" disabled={causes.length === 0}>
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

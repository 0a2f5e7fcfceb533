import type { EnvironmentVariable } from '#contract/operations/settings.ts';
import classes from '#web/admin/operations/settings/settings.module.css';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';

/** What belongs to a page of the settings and is set on the server, with how to set it. */
export function EnvironmentSection({ variables }: { variables: EnvironmentVariable[] }) {
  return (
    <TitledSection title="Set on the Server">
      <p className="soft">
        Whoever runs the server sets these in its environment, or as lines such as{' '}
        <code className="anywhere">{`${variables[0]?.name}=…`}</code> in its file <code>.env</code>,
        and starts it again.
      </p>
      <ul className={`list above-4 ${classes.entries}`}>
        {variables.map((variable) => (
          <li key={variable.name}>
            <p className="row gap-3 gap-y-0 between">
              <span>{variable.label}</span>
              <span className="strong anywhere">{stateOf(variable)}</span>
            </p>
            <p className="soft small anywhere">
              <code>{variable.name}</code>
              {variable.rule !== null && `: ${variable.rule}`}
            </p>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

/** What counts, in short: "Set" for a secret. */
export function stateOf({ isSet, value }: EnvironmentVariable): string {
  if (isSet) return value ?? 'Set';
  return value === null ? 'Not set' : `${value} (not set)`;
}

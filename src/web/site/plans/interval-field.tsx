import { intervalWords, planIntervals } from '#core/plans/plans.ts';
import classes from '#web/site/plans/interval-field.module.css';
import { useFieldState } from '#web/site/shared/form.tsx';

/** How often somebody gives: once, unless they choose otherwise. Works without script, too. */
export function IntervalField() {
  const { value = '' } = useFieldState('interval');
  const choices = [
    { value: '', label: 'Once' },
    ...planIntervals.map((interval) => ({
      value: interval,
      label: intervalWords[interval].choice,
    })),
  ];
  return (
    <fieldset>
      <legend className={classes.legend}>How Often</legend>
      <div className={classes.choices}>
        {choices.map((choice) => (
          <label key={choice.value} className="choice">
            <input
              type="radio"
              name="interval"
              value={choice.value}
              defaultChecked={choice.value === value}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

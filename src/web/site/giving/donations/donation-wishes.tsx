import classes from '#web/site/giving/donations/donation-wishes.module.css';
import { CheckboxField } from '#web/site/shared/fields.tsx';
import { useFieldState } from '#web/site/shared/form.tsx';

/** The fields of {@link DonationWishes}. */
export const wishFields = ['isAnonymous'] as const;

/**
 * What few donors want to say: out of the way until somebody opens it, with a click or a key, and without script, too. It
 * is open when something of it was said before.
 */
export function DonationWishes() {
  const states = [useFieldState('isAnonymous')];
  const isOpen = states.some(({ value, error }) => value !== undefined || error !== undefined);
  return (
    <details className={classes.wishes} open={isOpen}>
      <summary>Stay anonymous</summary>
      <div className={classes.fields}>
        <CheckboxField
          name="isAnonymous"
          label="Keep my donation anonymous"
          description="Your name is shown to nobody outside of our team. The donation itself still counts everywhere."
        />
      </div>
    </details>
  );
}

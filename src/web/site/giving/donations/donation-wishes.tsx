import classes from '#web/site/giving/donations/donation-wishes.module.css';
import { CommentFields } from '#web/site/publishing/donation-page/comment-fields.tsx';
import { DedicationFields } from '#web/site/publishing/donation-page/dedication-fields.tsx';
import { EmployerField } from '#web/site/publishing/donation-page/employer-field.tsx';
import { CheckboxField } from '#web/site/shared/fields.tsx';
import { useFieldState } from '#web/site/shared/form.tsx';

/** The fields of {@link DonationWishes}. */
export const wishFields = [
  'isAnonymous',
  'dedicationKind',
  'honoree',
  'recipientName',
  'recipientEmail',
  'dedicationMessage',
  'sendOn',
  'tellsName',
  'publicComment',
  'mayShowComment',
  'employer',
] as const;

/**
 * What few donors want to say: out of the way until somebody opens it, with a click or a key, and without script, too. It
 * is open when something of it was said before.
 */
export function DonationWishes() {
  const isOpen = wishFields.map(useFieldState).some(({ value, error }) => value || error);
  return (
    <details className={classes.wishes} open={isOpen}>
      <summary>Dedicate this donation, stay anonymous, or tell us about your employer</summary>
      <div className={`grid gap-5 ${classes.fields}`}>
        <CheckboxField
          name="isAnonymous"
          label="Keep my donation anonymous"
          description="Your name is shown to nobody outside of our team. The donation itself still counts everywhere."
        />
        <DedicationFields />
        <CommentFields />
        <EmployerField />
      </div>
    </details>
  );
}

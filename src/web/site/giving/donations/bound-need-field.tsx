import type { NeedToGiveTo } from '#contract/documents.ts';
import { bindingRule } from '#core/giving/bound-donations.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/site/giving/donations/bound-need-field.module.css';
import { useFieldState } from '#web/site/shared/form.tsx';

interface BoundNeedFieldProps {
  need: NeedToGiveTo;
  /** For how many days a donation stays bound. */
  days: number;
}

/** Names the need that the donation is for, with the rule that the donor agrees to by giving. */
export function BoundNeedField({ need: { id, name, cause }, days }: BoundNeedFieldProps) {
  const { error } = useFieldState('needId');
  return (
    <div className={`note ${classes.need}`}>
      <input type="hidden" name="needId" value={id} />
      <p>
        Your donation is for <a href={paths.need(id)}>{name}</a>.{' '}
        {bindingRule({ cause: cause.name, days })}
      </p>
      {error !== undefined && (
        <p className="problem strong" role="alert">
          {`${error}.`}
        </p>
      )}
      <p>
        <a href={paths.giveToCause(cause.id)}>Give to the cause instead</a>, if we may decide which
        need it helps, or to give regularly.
      </p>
    </div>
  );
}

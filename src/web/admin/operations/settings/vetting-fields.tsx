import { Checkbox } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { reviewsNeeded } from '#core/vetting/reviews.ts';
import { AmountField } from '#web/admin/shared/amount-field.tsx';
import { paths } from '#web/client/paths.ts';
import { Fieldset } from '#web/ui/form-layout.tsx';

interface VettingFieldsProps {
  checklist: ComponentProps<typeof Checkbox>;
  reviews: ComponentProps<typeof Checkbox>;
  above: object;
  takesReviews: boolean;
}

/** What a nomination takes before it is accepted. */
export function VettingFields({ checklist, reviews, above, takesReviews }: VettingFieldsProps) {
  return (
    <Fieldset legend="Checking Nominations">
      <Checkbox
        label="Required points of the checklist before a nomination is accepted or gets money"
        description="With it, our pages say that we vet every nominee before a cent moves. Without it, they say that somebody on our team accepts each one first, and a checklist is there for whoever wants to use one."
        {...checklist}
      />
      <p>
        <Link to={paths.admin.checklists}>Change the checklists</Link>
      </p>
      <Checkbox
        label={`Recommendations of ${reviewsNeeded} people before a nomination with a large goal is accepted`}
        description="One without a goal can receive any sum, so it takes them, too. Whoever has declared a conflict of interest never decides, with or without this."
        {...reviews}
      />
      {takesReviews && (
        <AmountField label="Goals above" size="md" min="0" {...above} name="reviewsAbove" />
      )}
    </Fieldset>
  );
}

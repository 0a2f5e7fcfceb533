import { Checkbox, TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { describeLately } from '#core/ledger/card-costs.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { AmountField } from '#web/admin/shared/amount-field.tsx';
import { paths } from '#web/client/paths.ts';
import { FieldPair, Fieldset } from '#web/ui/form-layout.tsx';

interface CardCostsFieldsProps {
  rate: object;
  fixed: object;
  offered: ComponentProps<typeof Checkbox>;
}

/** What payments by card are estimated to cost, beside what the last ones really cost. */
export function CardCostsFields({ rate, fixed, offered }: CardCostsFieldsProps) {
  const { data } = useEndpoint(endpoints.getCardCosts);
  return (
    <Fieldset legend="Card Costs">
      <FieldPair>
        <TextInput
          label="Part of each payment, in percent"
          inputMode="decimal"
          autoComplete="off"
          {...rate}
          name="cardRate"
        />
        <AmountField label="Fixed part" size="md" min="0" {...fixed} name="cardFixed" />
      </FieldPair>
      <p className="soft">
        The donation form estimates with them what a payment will cost.{' '}
        {data?.lately ? `${describeLately(data.lately)}.` : 'No actual costs are known yet.'}{' '}
        <Link to={paths.admin.cardCosts}>Show the card costs</Link>
      </p>
      <Checkbox
        label="Donors are asked to add card costs"
        description="The donation form then has a box, which is never checked beforehand. What donors add pays card costs and nothing else, and is no part of their donation."
        {...offered}
      />
    </Fieldset>
  );
}

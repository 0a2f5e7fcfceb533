import { donorPagePath } from '#contract/pages.ts';
import { giftAidNotice, giftAidWording } from '#core/receipts/gift-aid.ts';
import { CheckboxField, TextField } from '#web/site/shared/fields.tsx';
import { Fieldset } from '#web/ui/form-layout.tsx';

/** The Gift Aid declaration with a donation. Works without script: what is not checked declares nothing. */
export function GiftAidFields({ charity }: { charity: string }) {
  return (
    <Fieldset legend="Gift Aid">
      <p>
        {`If you pay tax in the United Kingdom, ${charity} can reclaim 25p for every £1 that you give, at no cost to you.`}
      </p>
      <p className="soft">{giftAidWording(charity, 'this')}</p>
      <p className="soft">
        {`${giftAidNotice} For your other donations, you can declare it on the page `}
        <a href={donorPagePath}>Your Donations</a>, where we know that it is you.
      </p>
      <CheckboxField label="Yes, I declare this" name="wantsGiftAid" />
      <TextField
        label="Title"
        description="Optional, such as Mrs."
        name="giftAidTitle"
        maxLength={20}
        autoComplete="honorific-prefix"
      />
      <TextField
        label="House Name or Number"
        description="Of your home. HM Revenue & Customs needs it."
        name="giftAidHouse"
        maxLength={40}
      />
      <TextField
        label="Postcode of Your Home"
        description="Leave it empty if you live outside the United Kingdom."
        name="giftAidPostcode"
        maxLength={10}
      />
    </Fieldset>
  );
}

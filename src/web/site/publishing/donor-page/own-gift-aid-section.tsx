import { type FormEvent, type InputHTMLAttributes, useEffect, useId, useState } from 'react';
import type { OwnGiftAid } from '#contract/publishing/donor-page.ts';
import { formatDay } from '#core/platform/dates.ts';
import { giftAidNotice, giftAidScopes } from '#core/receipts/gift-aid.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { notifySuccess } from '#web/client/notices.ts';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import fields from '#web/site/shared/fields.module.css';
import { useWork } from '#web/site/shared/work-button.tsx';
import { Button } from '#web/ui/button.tsx';

/** The Gift Aid declarations of whoever opened their page, where the charity asks for them or did. */
export function OwnGiftAidSection({ token }: { token: string }) {
  const [found, setFound] = useState<OwnGiftAid>();
  const { isBusy, work } = useWork();
  useEffect(() => {
    // Without it, the page still shows everything else.
    call(endpoints.openOwnGiftAid, { body: { token } }).then(setFound, () => undefined);
  }, [token]);
  if (!found || (!found.isAsked && found.declarations.length === 0)) return null;

  const send = (change: () => Promise<OwnGiftAid>, done: string) =>
    work(async () => {
      setFound(await change());
      notifySuccess(done);
    });

  const declare = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '');
    const body = {
      token,
      title: text('title'),
      firstName: text('firstName'),
      lastName: text('lastName'),
      house: text('house'),
      address: text('address'),
      postcode: text('postcode'),
    };
    void send(() => call(endpoints.declareGiftAid, { body }), 'Your declaration is stored.');
  };
  const isCovered = found.declarations.some(
    ({ scope, withdrawnOn }) => scope === 'all' && withdrawnOn === null,
  );
  return (
    <ContentSection title="Gift Aid">
      <ul>
        {found.declarations.map(({ id, declaredOn, scope, wording, withdrawnOn }) => (
          <li key={id}>
            <p>
              {`${formatDay(declaredOn)}: ${giftAidScopes[scope]}.`}
              {withdrawnOn !== null && ` Withdrawn as of ${formatDay(withdrawnOn)}.`}
            </p>
            <p className="soft">{wording}</p>
            {withdrawnOn === null && (
              <Button
                isBusy={isBusy}
                onClick={() =>
                  void send(
                    () =>
                      call(endpoints.withdrawOwnGiftAid, { body: { token, declarationId: id } }),
                    'Your declaration is withdrawn.',
                  )
                }
              >
                Withdraw this declaration
              </Button>
            )}
          </li>
        ))}
      </ul>
      {found.isAsked && !isCovered && (
        <form onSubmit={declare}>
          <p>{found.wording}</p>
          <p className="soft">{giftAidNotice}</p>
          <PlainField label="Title (optional)" name="title" maxLength={20} />
          <PlainField label="First name" name="firstName" maxLength={100} required />
          <PlainField label="Last name" name="lastName" maxLength={100} required />
          <PlainField label="House name or number" name="house" maxLength={40} required />
          <PlainField label="Rest of your home address" name="address" maxLength={500} />
          <PlainField label="Postcode (empty if you live abroad)" name="postcode" maxLength={10} />
          <Button type="submit" isBusy={isBusy}>
            Declare
          </Button>
        </form>
      )}
    </ContentSection>
  );
}

/** A field of a form that is sent by script alone; the browser itself says what is missing. */
function PlainField({ label, ...rest }: { label: string } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <p>
      <label className={fields.label} htmlFor={id}>
        {label}
      </label>
      <input id={id} type="text" className={fields.input} {...rest} />
    </p>
  );
}

import { openSignedIn, test } from '#test/support/browser.ts';
import { expectNothingLost } from '#test/support/form-failures.ts';
import { administratorForms } from '#test/support/forms.ts';

for (const form of administratorForms) {
  test(`${form.name}: a failure loses nothing, and two clicks send once`, async ({
    page,
    context,
    site,
    watched,
  }) => {
    watched.allowErrors(/Failed to load resource/);
    await openSignedIn(page, await form.at(site));
    await form.open?.(page);
    await expectNothingLost(page, context, form);
  });
}

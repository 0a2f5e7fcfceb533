import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSendOnce } from '#web/client/send-once.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const save = {} as Element;
const close = {} as Element;

/** A form that is emptied when it was sent, as one that adds one thing after the other. */
function aForm(answer = true) {
  let typed: Record<string, unknown> = {};
  const sent: Record<string, unknown>[] = [];
  const sendOnce = createSendOnce(() => typed);
  const press = (button = save) =>
    sendOnce(async () => {
      sent.push(typed);
      if (answer) typed = { name: '' };
      return answer;
    }, button);
  const type = (values: Record<string, unknown>) => {
    typed = values;
    return press();
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

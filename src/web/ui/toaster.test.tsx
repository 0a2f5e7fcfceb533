import { renderToStaticMarkup } from 'react-dom/server';
import { toast, useToaster } from 'react-hot-toast/headless';
import { expect, test } from 'vitest';
import { noticeSettings } from '#web/ui/toaster.tsx';

// Specification, section 9: how long a notice stays. The product shows no blank or custom ones yet.

test('every kind of notice stays as long as the specification says', () => {
  toast('blank');
  toast.error('error');
  toast.custom('custom');
  toast.success('success');
  toast.loading('loading');
  const durations: Record<string, number | undefined> = {};
  function Probe() {
    const { toasts } = useToaster(noticeSettings);
    for (const { type, duration } of toasts) durations[type] = duration;
    return null;
  }
  renderToStaticMarkup(<Probe />);
  expect(durations).toEqual({
    blank: 4000,
    error: 4000,
    custom: 4000,
    success: 2000,
    loading: Number.POSITIVE_INFINITY,
  });
});

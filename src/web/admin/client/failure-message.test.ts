import { afterEach, expect, test, vi } from 'vitest';
import { failureMessage } from '#web/admin/client/failure-message.ts';
import { ApiError } from '#web/client/api-client.ts';

afterEach(() => vi.unstubAllGlobals());

const request = (method: string) => new Request('http://charity.example/api/causes', { method });
const general = 'An unexpected error occurred.';
const lost = /An unexpected error occurred\. There was no answer .+ may have been saved or not/;

test('a lost answer says that what was sent may be saved, and only then', () => {
  vi.stubGlobal('navigator', { onLine: true });
  const post = request('POST');
  expect(failureMessage(new ApiError(post, null))).toMatch(lost);
  expect(failureMessage(new ApiError(post, new Response('', { status: 504 })))).toMatch(lost);
  const refused = new ApiError(post, Response.json({}, { status: 503 }), { message: 'Later.' });
  expect(failureMessage(refused)).toBe('Later.');
  expect(failureMessage(new ApiError(post, Response.json({}, { status: 500 })))).toBe(general);
  expect(failureMessage(new ApiError(request('GET'), null))).toBe(general);
  vi.stubGlobal('navigator', { onLine: false });
  const broken = failureMessage(new ApiError(post, null));
  expect(broken).toMatch(/^You are offline\. There was no answer.+saved or not/);
  expect(broken).not.toContain('try again');
  // What is read again after it says nothing else beside it.
  const read = failureMessage(new ApiError(request('GET'), null));
  expect(read).toBe('You are offline. What is shown here may be out of date.');
  const unsent = failureMessage(new ApiError(post, null, undefined, undefined, true));
  expect(unsent).toMatch(/^You are offline\..+try again when you are connected\.$/);
});

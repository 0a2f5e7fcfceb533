import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { listDonations } from '#contract/giving/donations.ts';
import { getDashboard } from '#contract/overview/dashboard.ts';
import { getSession, logout } from '#contract/people/sign-in.ts';
import { sendContactMessage } from '#contract/publishing/contact.ts';
import { listCauses } from '#contract/vetting/causes.ts';
import { ApiError, call } from '#web/client/api-client.ts';
import type { EndpointReference } from '#web/client/endpoints.ts';

// Specification, section 7: how the calls are made. Only the network is replaced.

const at = <E extends Endpoint>(endpoint: E): EndpointReference<E> => endpoint;

let sent: Request[];
let respond: (request: Request) => Response;

beforeEach(() => {
  sent = [];
  vi.stubGlobal('window', { location: { origin: 'http://charity.example' } });
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request);
    return respond(request);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const failure = () =>
  Response.json({ message: 'Not now.' }, { status: 503, statusText: 'Service Unavailable' });
const body = { email: 'visitor@example.com', message: 'Hello' };

test('a call that changes nothing is retried once, and one that changes something is not', async () => {
  respond = failure;
  await expect(call(getDashboard)).rejects.toThrow(ApiError);
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET']);
  sent = [];
  await expect(call(at(sendContactMessage), { body })).rejects.toThrow(ApiError);
  await expect(call(logout)).rejects.toThrow(ApiError);
  expect(sent.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
});

test('a call can be configured not to be retried', async () => {
  respond = failure;
  await expect(call(at(getSession), { retry: false })).rejects.toThrow(ApiError);
  expect(sent).toHaveLength(1);
});

test('the second attempt may succeed', async () => {
  respond = () => (sent.length === 1 ? failure() : Response.json([{ name: 'Heating' }]));
  expect(await call(listCauses)).toEqual([{ name: 'Heating' }]);
});

test('an error has the status, the status text, the request, and the data of the response', async () => {
  respond = failure;
  const error = await call(at(sendContactMessage), { body }).catch((caught) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 503, statusText: 'Service Unavailable' });
  expect(error.request.url).toBe('http://charity.example/api/contact');
  expect(error.data).toEqual({ message: 'Not now.' });
});

test('a call includes cookies, sends an object as JSON, and accepts JSON', async () => {
  respond = () => Response.json({ message: 'Thank you.' });
  await call(at(sendContactMessage), { body });
  const [request] = sent;
  expect(request?.credentials).toBe('include');
  expect(request?.headers.get('content-type')).toBe('application/json');
  expect(request?.headers.get('accept')).toBe('application/json');
  expect(await request?.json()).toEqual(body);
});

test('the parameters of a query are merged into the address', async () => {
  respond = () => Response.json([]);
  await call(at(listDonations), { query: { hideFullyAllocated: 'true', id: 'a b' } });
  expect(sent[0]?.url).toBe('http://charity.example/api/donations?hideFullyAllocated=true&id=a+b');
});

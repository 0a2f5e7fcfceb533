import { administrator } from './server.ts';

/** Calls the API over HTTP, as a browser would. */
export interface Client {
  get(path: string): Promise<Response>;
  post(path: string, body: object): Promise<Response>;
  /** What a donor does on the test payment page. */
  pay(paymentUrl: string): Promise<Response>;
}

/** A client without a session, or with the session of a cookie. */
export function createClient(url: string, cookie = ''): Client {
  const headers = () => ({ cookie, 'x-forwarded-for': someAddress() });
  return {
    get: (path) => fetch(url + path, { headers: headers() }),
    post: (path, body) =>
      fetch(url + path, {
        method: 'POST',
        headers: { ...headers(), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    pay: (paymentUrl) =>
      fetch(paymentUrl, {
        method: 'POST',
        headers: headers(),
        body: new URLSearchParams({ outcome: 'paid' }),
        redirect: 'manual',
      }),
  };
}

/** The session cookie of somebody, the bench's administrator if nobody else is named. */
export async function signIn(url: string, login = administrator): Promise<string> {
  const answer = await createClient(url).post('/api/auth/login', login);
  if (answer.status !== 200) throw new Error(`Sign-in failed: ${await answer.text()}`);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

function someAddress(): string {
  const byte = () => Math.floor(Math.random() * 256);
  return `10.${byte()}.${byte()}.${byte()}`;
}

/** A promise about reliability, and what has to be shown for it. */
export interface Bar {
  /** As tests name it when they hand in their figures. */
  id: string;
  /** What has to hold, in one line. */
  asks: string;
}

/** Every bar, by what it is about. */
export const bars: Record<string, Bar[]> = {
  'The ledger': [
    {
      id: 'G1',
      asks: '64 parallel allocations of one donation never give away more than was given',
    },
    {
      id: 'G2',
      asks: 'allocations, releases, refunds and disputes at once break no invariant, not even for a moment',
    },
    { id: 'G3', asks: 'each allocation reversed by two calls at once is reversed once' },
    { id: 'G4', asks: 'random sequences of commands end as a model in memory says' },
    {
      id: 'G5',
      asks: 'the same money call sent 10 times at once books once; the same key with another body is refused',
    },
    {
      id: 'G6',
      asks: 'a refund or dispute on allocated money is booked as a deficit in every order of events',
    },
    { id: 'G7', asks: 'amounts split, parse and add up to the cent' },
    { id: 'G8', asks: 'nobody changes or removes an entry of the ledger or the audit trail' },
    { id: 'G9', asks: 'the tests catch planted faults' },
  ],
  Payments: [
    { id: 'S1', asks: 'a webhook call with a wrong signature is 400 and changes nothing' },
    { id: 'S2', asks: 'an event delivered many times has one effect and sends one mail' },
    { id: 'S3', asks: 'events in any order lead to the same final state' },
    {
      id: 'S4',
      asks: 'a process killed at any point of a webhook has exactly one effect after redelivery',
    },
    { id: 'S5', asks: 'a delayed payment counts when it succeeds, a failed or expired one never' },
    {
      id: 'S6',
      asks: 'an event that does not match our records is kept, not counted, and somebody is told',
    },
    { id: 'S7', asks: 'lost webhooks are found and booked by reconciliation' },
    { id: 'S8', asks: 'faults of the provider never make two payment pages for one donation' },
    { id: 'S9', asks: 'webhooks are answered at once, also while the mail server is down' },
    { id: 'S10', asks: 'what a donor or browser alters changes neither amount nor cause' },
  ],
  'Holes that donation software had': [
    { id: 'V1', asks: 'no private value is in any public answer' },
    { id: 'V2', asks: 'nothing unpublished can be read without signing in' },
    { id: 'V3', asks: 'extra fields on a write are never stored' },
    { id: 'V4', asks: 'an id of somebody or something else opens nothing' },
    { id: 'V5', asks: 'the source has no eval, no vm and no template made of input' },
    { id: 'V6', asks: 'SQL in any parameter is text' },
    {
      id: 'V7',
      asks: 'markup in any field runs nowhere, not even without a content security policy',
    },
    { id: 'V8', asks: 'no other site can change anything' },
    { id: 'V9', asks: 'only listed routes answer; secrets are compared in constant time' },
  ],
  'Application security (OWASP ASVS 5.0)': [
    {
      id: 'A1',
      asks: 'every route refuses who has no right to it; one without a rule fails the build',
    },
    { id: 'A2', asks: 'an id of another tells nothing' },
    { id: 'A3', asks: 'extra fields are never stored' },
    { id: 'A4', asks: 'answers carry the fields of their schema and no others' },
    { id: 'A5', asks: 'removing an administrator bites on the next request, in all sessions' },
    { id: 'A6', asks: 'the password rule holds; 64 and 128 characters are accepted' },
    { id: 'A9', asks: 'changing a password or address needs the current password' },
    { id: 'A10', asks: 'guessing is slowed and never locks the owner out' },
    {
      id: 'A11',
      asks: 'a new site has no user and no default password; its first link works once',
    },
    { id: 'A12', asks: 'known and unknown accounts get the same answers' },
    { id: 'A13', asks: 'links are random, stored hashed, short-lived and work once' },
    { id: 'A14', asks: 'links in mails never follow a forged Host' },
    { id: 'A15', asks: 'a one-time code works once, and a new password does not skip it' },
    { id: 'A16', asks: 'a changed credential is mailed to its owner' },
    { id: 'A17', asks: 'passwords are stored with argon2id at 19 MiB, 2 passes or more' },
    { id: 'A18', asks: 'session tokens are long, unique, and new at each sign-in' },
    { id: 'A19', asks: 'sessions end after 60 minutes idle and 24 hours in all' },
    { id: 'A20', asks: 'logging out and a new password end sessions on the server' },
    { id: 'A21', asks: 'what could do lasting harm asks for the password again' },
    { id: 'A22', asks: 'cookies are HttpOnly, SameSite, and __Host- and Secure on https' },
    { id: 'A23', asks: 'a change needs JSON from our own origin; reading writes nothing' },
    { id: 'A24', asks: 'a strict content security policy, never violated by the site itself' },
    { id: 'A25', asks: 'security headers are on every answer' },
    { id: 'A26', asks: 'no other origin is granted anything' },
    { id: 'A27', asks: 'redirects lead to the site itself only' },
    { id: 'A28', asks: 'no SQL is put together from strings' },
    { id: 'A29', asks: 'no HTML is put together from input' },
    { id: 'A30', asks: 'links are http or https' },
    { id: 'A31', asks: 'exported cells never start a formula' },
    { id: 'A35', asks: 'amounts that are none are refused' },
    { id: 'A36', asks: 'steps cannot be skipped' },
    { id: 'A37', asks: 'prototype names and doubled keys have no effect' },
    { id: 'A38', asks: 'content types and methods are taken strictly' },
    { id: 'A39', asks: 'a forged forwarding header makes no new visitor' },
    {
      id: 'A40',
      asks: 'no secret in the repository or in what browsers get; weak settings do not boot live',
    },
    { id: 'A41', asks: 'leftover files answer 404' },
    { id: 'A42', asks: 'no token reaches logs or other sites; private answers are not stored' },
    { id: 'A43', asks: 'no personal data or secret in logs; nobody forges a line' },
    { id: 'A44', asks: 'sign-ins, refusals and money moves are on record, unchangeable' },
    { id: 'A45', asks: 'faults are answered closed and in general words' },
    { id: 'A46', asks: 'dependencies are locked and listed' },
    { id: 'A47', asks: 'malformed requests never cause a 5xx or a hang' },
  ],
  Mail: [
    {
      id: 'E1',
      asks: 'with the process killed at random, every cause sends, no rolled-back one does',
    },
    {
      id: 'E2',
      asks: 'a bad mail server or address is tried again or set aside, and holds up nobody else',
    },
    { id: 'E3', asks: 'two servers send no mail twice; a backlog drains after a restart' },
    { id: 'E4', asks: 'everything else works while the mail server is down' },
    { id: 'E6', asks: 'nobody is flooded with reset mails or mailed through the contact form' },
    {
      id: 'E7',
      asks: 'every mail is complete, links to this site only, and leaves no token behind',
    },
  ],
  'Uploads and media': [
    {
      id: 'U1',
      asks: 'a file that is not what it should be is refused, or only what is made of it anew is kept',
    },
    { id: 'U2', asks: 'no copy of a picture has metadata left, and each stands upright' },
    { id: 'U3', asks: 'small files that are after memory or time are refused at little cost' },
    {
      id: 'U4',
      asks: 'every limit has its answer; a full disk leaves no half file, a large one fills no memory',
    },
    { id: 'U5', asks: 'what somebody calls a file is kept nowhere and reaches no path' },
    { id: 'U6', asks: 'files say what they are, run nowhere, and cannot be guessed' },
    { id: 'U7', asks: 'parts of a file are answered as players ask for them' },
    {
      id: 'U8',
      asks: 'a server killed in the middle of uploads has no row without its file and goes on where it was',
    },
  ],
  Operations: [
    { id: 'O1', asks: 'kill -9 under load loses no acknowledged write' },
    { id: 'O2', asks: 'a database without fsync cannot take live payments' },
    { id: 'O3', asks: 'one process owns the data folder' },
    { id: 'O4', asks: 'a backup of a running site is whole' },
    { id: 'O5', asks: 'a restore brings back every row and file, and refuses a damaged archive' },
    { id: 'O7', asks: 'migrations run once, whole, and unaltered' },
    { id: 'O8', asks: 'a stop finishes what was begun' },
    { id: 'O9', asks: 'readiness tells the truth within a second' },
    { id: 'O11', asks: 'faults around the server pass without a wrong entry' },
  ],
};

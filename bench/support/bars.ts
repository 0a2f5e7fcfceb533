/** A reliability bar: a promise, and what must be shown for it. */
export interface Bar {
  /** The id with which tests record their figures. */
  id: string;
  /** What must hold, in one line. */
  asks: string;
}

/** Every bar, by subject. */
export const bars: Record<string, Bar[]> = {
  'The ledger': [
    {
      id: 'G1',
      asks: '64 parallel allocations of one donation never allocate more than was donated',
    },
    {
      id: 'G2',
      asks: 'concurrent allocations, releases, refunds, and disputes break no invariant, not even for a moment',
    },
    { id: 'G3', asks: 'an allocation that two concurrent calls reverse is reversed once' },
    { id: 'G4', asks: 'random sequences of commands end as an in-memory model predicts' },
    {
      id: 'G5',
      asks: 'the same money call sent 10 times at once is booked once; the same key with a different body is refused',
    },
    {
      id: 'G6',
      asks: 'a refund or dispute on allocated money is booked as a deficit in every order of events',
    },
    { id: 'G7', asks: 'amounts are split, parsed, and added exactly to the cent' },
    { id: 'G8', asks: 'no entry of the ledger or the audit trail can be changed or removed' },
    { id: 'G9', asks: 'the tests catch planted faults' },
  ],
  Payments: [
    { id: 'S1', asks: 'a webhook call with a wrong signature gets 400 and changes nothing' },
    { id: 'S2', asks: 'an event delivered many times has one effect and sends one mail' },
    { id: 'S3', asks: 'events in any order lead to the same final state' },
    {
      id: 'S4',
      asks: 'a webhook whose process is killed at any point has exactly one effect after redelivery',
    },
    { id: 'S5', asks: 'a delayed payment counts when it succeeds, a failed or expired one never' },
    {
      id: 'S6',
      asks: 'an event that does not match our records is stored, not counted, and reported to the team',
    },
    { id: 'S7', asks: 'lost webhooks are found and booked by reconciliation' },
    { id: 'S8', asks: 'faults of the provider never create two payment pages for one donation' },
    { id: 'S9', asks: 'webhooks are answered immediately, even while the mail server is down' },
    { id: 'S10', asks: 'tampering by a donor or browser changes neither amount nor cause' },
  ],
  'Holes that donation software had': [
    { id: 'V1', asks: 'no public response contains a private value' },
    { id: 'V2', asks: 'nothing unpublished can be read without signing in' },
    { id: 'V3', asks: 'extra fields of a request are never stored' },
    { id: 'V4', asks: 'an id of somebody or something else opens nothing' },
    { id: 'V5', asks: 'the source has no eval, no vm, and no template made from input' },
    { id: 'V6', asks: 'SQL in any parameter is text' },
    {
      id: 'V7',
      asks: 'markup in any field never runs, not even without a content security policy',
    },
    { id: 'V8', asks: 'no other site can change anything' },
    { id: 'V9', asks: 'only listed routes respond; secrets are compared in constant time' },
  ],
  'Application security (OWASP ASVS 5.0)': [
    {
      id: 'A1',
      asks: 'every route refuses unauthorized callers; a route without a rule fails the build',
    },
    { id: 'A2', asks: 'an id of another person reveals nothing' },
    { id: 'A3', asks: 'extra fields are never stored' },
    { id: 'A4', asks: 'responses contain the fields of their schema and no others' },
    {
      id: 'A5',
      asks: 'removing an administrator takes effect with the next request, in all sessions',
    },
    { id: 'A6', asks: 'the password rule holds; 64 and 128 characters are accepted' },
    { id: 'A9', asks: 'changing a password or address needs the current password' },
    { id: 'A10', asks: 'guessing is slowed and never locks the owner out' },
    {
      id: 'A11',
      asks: 'a new site has no user and no default password; its first link works once',
    },
    { id: 'A12', asks: 'known and unknown accounts get the same responses' },
    { id: 'A13', asks: 'links are random, stored as hashes, short-lived, and work once' },
    { id: 'A14', asks: 'links in mails never follow a forged Host header' },
    { id: 'A15', asks: 'a one-time code works once, and a new password does not skip it' },
    { id: 'A16', asks: 'the owner is emailed about a changed credential' },
    { id: 'A17', asks: 'passwords are stored with argon2id at 19 MiB, 2 passes or more' },
    { id: 'A18', asks: 'session tokens are long, unique, and new at each sign-in' },
    { id: 'A19', asks: 'sessions end after 60 minutes idle and 24 hours in all' },
    { id: 'A20', asks: 'logging out and a new password end sessions on the server' },
    { id: 'A21', asks: 'actions that could do lasting harm require the password again' },
    { id: 'A22', asks: 'cookies are HttpOnly, SameSite, and __Host- and Secure on https' },
    { id: 'A23', asks: 'a change needs JSON from our own origin; reading writes nothing' },
    { id: 'A24', asks: 'a strict content security policy, never violated by the site itself' },
    { id: 'A25', asks: 'every response has security headers' },
    { id: 'A26', asks: 'no other origin is granted access' },
    { id: 'A27', asks: 'redirects lead only to the site itself' },
    { id: 'A28', asks: 'no SQL is concatenated from strings' },
    { id: 'A29', asks: 'no HTML is concatenated from input' },
    { id: 'A30', asks: 'links are http or https' },
    { id: 'A31', asks: 'exported cells never start a formula' },
    { id: 'A35', asks: 'invalid amounts are refused' },
    { id: 'A36', asks: 'steps cannot be skipped' },
    { id: 'A37', asks: 'prototype names and duplicate keys have no effect' },
    { id: 'A38', asks: 'content types and methods are checked strictly' },
    { id: 'A39', asks: 'a forged forwarding header does not create a new visitor' },
    {
      id: 'A40',
      asks: 'no secret is in the repository or in what browsers get; a live site does not start with weak settings',
    },
    { id: 'A41', asks: 'requests for leftover files get 404' },
    { id: 'A42', asks: 'no token reaches logs or other sites; private responses are not cached' },
    { id: 'A43', asks: 'logs contain no personal data and no secrets, and no line can be forged' },
    { id: 'A44', asks: 'sign-ins, refusals, and money moves are recorded permanently' },
    { id: 'A45', asks: 'on errors, access is denied and messages reveal no details' },
    { id: 'A46', asks: 'dependencies are locked and listed' },
    { id: 'A47', asks: 'malformed requests never cause a 5xx or a hang' },
  ],
  Mail: [
    {
      id: 'E1',
      asks: 'with the process killed at random, every committed mail is sent and no rolled-back one',
    },
    {
      id: 'E2',
      asks: 'mail to a bad server or address is retried or set aside, and delays no other mail',
    },
    { id: 'E3', asks: 'two servers send no mail twice; a backlog drains after a restart' },
    { id: 'E4', asks: 'everything else works while the mail server is down' },
    {
      id: 'E6',
      asks: 'nobody can be flooded with reset mails or sent mail through the contact form',
    },
    {
      id: 'E7',
      asks: 'every mail is complete, links only to this site, and leaves no token behind',
    },
  ],
  'Uploads and media': [
    {
      id: 'U1',
      asks: 'a file that is not what it claims to be is refused, or only re-encoded copies of it are kept',
    },
    { id: 'U2', asks: 'no copy of a picture contains metadata, and each is upright' },
    { id: 'U3', asks: 'small files that try to exhaust memory or time are refused at little cost' },
    {
      id: 'U4',
      asks: 'every limit has a proper response; a full disk leaves no partial file, and a large file does not fill the memory',
    },
    {
      id: 'U5',
      asks: 'the name that somebody gives a file is not stored and never becomes part of a path',
    },
    {
      id: 'U6',
      asks: 'files are sent with their true type, run nowhere, and have addresses that cannot be guessed',
    },
    { id: 'U7', asks: 'ranges of a file are served as players request them' },
    {
      id: 'U8',
      asks: 'a server killed during uploads has no row without its file, and uploads continue where they were',
    },
    {
      id: 'U9',
      asks: 'who takes over the decoding of a file reaches no other file and starts no program',
    },
    { id: 'U10', asks: 'nothing that is hidden in a file is in what the public gets' },
    {
      id: 'U11',
      asks: 'a sweep of the storage deletes nothing of another site or of the live one',
    },
  ],
  Operations: [
    { id: 'O1', asks: 'kill -9 under load loses no acknowledged write' },
    { id: 'O2', asks: 'a database without fsync cannot take live payments' },
    { id: 'O3', asks: 'one process owns the data folder' },
    { id: 'O4', asks: 'a backup of a running site is complete' },
    { id: 'O5', asks: 'a restore brings back every row and file, and refuses a damaged archive' },
    { id: 'O7', asks: 'migrations run once, completely, and unaltered' },
    { id: 'O8', asks: 'a shutdown finishes what was begun' },
    { id: 'O9', asks: 'readiness reports the true state within a second' },
    { id: 'O11', asks: 'faults around the server cause no wrong entry' },
  ],
};

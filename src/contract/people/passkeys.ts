import { z } from 'zod';

/*
 * What browsers and passkeys exchange (WebAuthn), as JSON. The server checks what it means; here stands only its form.
 */

/** Bytes in the base64url of WebAuthn. */
function bytes(max: number) {
  return z
    .string({ error: 'Required' })
    .max(max, 'Too long')
    .regex(/^[\w-]*$/, 'Must be base64url');
}

const credential = {
  // At most 1023 bytes, by the standard.
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: z.literal('public-key', { error: 'Must be a passkey' }),
  authenticatorAttachment: z.enum(['cross-platform', 'platform'], { error: 'Unknown' }).optional(),
  clientExtensionResults: z.object({}, { error: 'Required' }),
};

/** The signature of a passkey. */
export const passkeyAnswer = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: bytes(4_000),
        authenticatorData: bytes(4_000),
        signature: bytes(4_000),
        userHandle: bytes(100).optional(),
      },
      { error: 'Required' },
    ),
  },
  { error: 'Required' },
);
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/** A new passkey. */
export const newPasskey = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: bytes(4_000),
        attestationObject: bytes(20_000),
        transports: z.array(z.string().max(20, 'Too long')).max(10, 'Too many').optional(),
      },
      { error: 'Required' },
    ),
  },
  { error: 'Required' },
);
export type NewPasskey = z.infer<typeof newPasskey>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** What a browser asks a passkey to sign. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Those that may answer; absent if any may. */
  allowCredentials: z.array(descriptor).optional(),
});
export type PasskeyRequest = z.infer<typeof passkeyRequest>;

/** What a browser makes a new passkey from. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
export type PasskeyCreation = z.infer<typeof passkeyCreation>;

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { addPasskey, startPasskey } from '#contract/people/account.ts';
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '#contract/people/passkeys.ts';
import type { TestApp } from '#test/support/app.ts';
import { anAdministrator, signIn } from '#test/support/factories.ts';

/** What a browser or a passkey does wrong. */
interface Faults {
  /** The page that asked. */
  origin?: string;
  /** The host that the passkey takes it for. */
  host?: string;
  /** Nobody has shown a finger, a face, or a PIN. */
  isUnverified?: boolean;
}

/** A passkey in software, with the browser around it. It does what real ones do, and what they must not do. */
export class TestPasskey {
  /** How often it has signed; one that is kept on several devices stays at 0. */
  counter = 1;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(32);
  readonly #origin: string;
  #userHandle = '';

  constructor({ config }: Pick<TestApp, 'config'>) {
    this.#origin = new URL(config.publicUrl).origin;
  }

  create({ challenge, rp, user }: PasskeyCreation, faults: Faults = {}): NewPasskey {
    this.#userHandle = user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const publicKey = isoCBOR.encode(
      // COSE: an elliptic curve key for ES256 on P-256.
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const authData = Buffer.concat([
      this.#authenticatorData(rp.id, 0x40, faults),
      Buffer.alloc(16),
      length,
      this.#id,
      publicKey,
    ]);
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]) as never,
    );
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, faults).toString(
          'base64url',
        ),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  sign({ challenge, rpId }: PasskeyRequest, faults: Faults = {}): PasskeyAnswer {
    if (this.counter > 0) this.counter++;
    const authenticatorData = this.#authenticatorData(rpId, 0, faults);
    const clientData = this.#clientData('webauthn.get', challenge, faults);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
        userHandle: this.#userHandle,
      },
    };
  }

  #credential() {
    const id = this.#id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
  }

  #authenticatorData(host: string, flags: number, faults: Faults): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    // Somebody was there, and verified.
    const seen = faults.isUnverified ? 0x01 : 0x05;
    return Buffer.concat([sha256(faults.host ?? host), Buffer.from([flags | seen]), counter]);
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Faults): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}

/** A signed-in administrator with a passkey and no app. */
export async function anAdministratorWithAPasskey(testApp: TestApp, name = 'Phone') {
  const user = await anAdministrator(testApp);
  const cookie = await signIn(testApp, user);
  const { passkey, body } = await addTestPasskey(testApp, cookie, name);
  return { user, cookie, passkey, recoveryCodes: body.recoveryCodes ?? [] };
}

/** Adds a passkey to the account of a session. */
export async function addTestPasskey(testApp: TestApp, cookie: string, name: string) {
  const passkey = new TestPasskey(testApp);
  const { body: creation } = await testApp.call(startPasskey, { cookie });
  const newPasskey = passkey.create(creation);
  const { status, body } = await testApp.call(addPasskey, { cookie, body: { name, newPasskey } });
  if (status !== 201) throw new Error(`The passkey was refused: ${JSON.stringify(body)}`);
  return { passkey, body };
}

function sha256(value: string | Uint8Array): Buffer {
  return createHash('sha256').update(value).digest();
}

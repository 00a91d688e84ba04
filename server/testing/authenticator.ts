import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { UserId } from '#contract/accounts/ids.ts';
import type {
  NewPasskey,
  PasskeyCreation,
  PasskeyProof,
  PasskeyQuestion,
} from '#contract/accounts/passkeys.ts';
import { newId } from '#server/infra/id.ts';
import { TEST_APP_URL } from './actor.ts';

/** Deviations from an honest browser and authenticator. */
export interface Flaws {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** The credential whose id is sent instead of the own one. */
  as?: string;
  userHandle?: string;
  isVerified?: boolean;
  isSynced?: boolean;
  signCount?: number;
  aaguid?: string;
  transports?: string[];
}

/** A passkey in software: an ES256 key that signs as browsers and authenticators do, without attestation. */
export interface SoftwarePasskey {
  id: string;
  create(options: PasskeyCreation, flaws?: Flaws): NewPasskey;
  sign(options: PasskeyQuestion, flaws?: Flaws): PasskeyProof;
}

const NO_MODEL = '00000000-0000-0000-0000-000000000000';
const base64url = (bytes: Buffer) => bytes.toString('base64url');
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** Makes a passkey that counts its uses if `counts`; synced passkeys always say 0. */
export function softwarePasskey({ counts = false }: { counts?: boolean } = {}): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rawId = randomBytes(32);
  const id = base64url(rawId);
  let uses = 0;
  let userHandle = base64url(randomBytes(16));
  const count = (flaws: Flaws) => flaws.signCount ?? (counts ? ++uses : 0);
  return {
    id,
    create(options, flaws = {}) {
      userHandle = options.user.id;
      const authData = Buffer.concat([
        authenticatorData({ ...flaws, rpId: flaws.rpId ?? options.rp.id }, count(flaws), 0x40),
        Buffer.from((flaws.aaguid ?? NO_MODEL).replaceAll('-', ''), 'hex'),
        Buffer.from([0, rawId.length]),
        rawId,
        cosePublicKey(publicKey),
      ]);
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: clientData('webauthn.create', { challenge: options.challenge, ...flaws }),
          attestationObject: base64url(
            cborMap([
              [cborText('fmt'), cborText('none')],
              [cborText('attStmt'), cborMap([])],
              [cborText('authData'), cborBytes(authData)],
            ]),
          ),
          transports: flaws.transports ?? ['internal', 'hybrid'],
        },
      };
    },
    sign(options, flaws = {}) {
      const authData = authenticatorData({ ...flaws, rpId: flaws.rpId ?? options.rpId }, count(flaws), 0);
      const clientDataJSON = clientData('webauthn.get', { challenge: options.challenge, ...flaws });
      const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
      return {
        ...{ id: flaws.as ?? id, rawId: flaws.as ?? id, type: 'public-key' },
        response: {
          clientDataJSON,
          authenticatorData: base64url(authData),
          signature: base64url(sign('sha256', signed, privateKey)),
          userHandle: flaws.userHandle ?? userHandle,
        },
      };
    },
  };
}

const clientData = (type: string, { challenge, origin = TEST_APP_URL }: Flaws) =>
  base64url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })));

/** RP id hash, flags and count (Web Authentication, section 6.1). */
function authenticatorData(
  { rpId = '', isVerified = true, isSynced = false }: Flaws,
  signCount: number,
  attested: 0 | 0x40,
): Buffer {
  // Present, verified, may be synced, is synced, contains a credential.
  const flags = 0x01 | (isVerified ? 0x04 : 0) | (isSynced ? 0x18 : 0) | attested;
  const count = Buffer.alloc(4);
  count.writeUInt32BE(signCount);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
}

/** An ES256 key in COSE: EC2, ES256, P-256, x and y. */
function cosePublicKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cborMap([
    [Buffer.from([0x01]), Buffer.from([0x02])],
    [Buffer.from([0x03]), Buffer.from([0x26])],
    [Buffer.from([0x20]), Buffer.from([0x01])],
    [Buffer.from([0x21]), cborBytes(Buffer.from(x, 'base64url'))],
    [Buffer.from([0x22]), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

/** The head of a CBOR item: its kind, and its length below 65,536. */
const cborHead = (kind: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([kind | length])
    : length < 256
      ? Buffer.from([kind | 24, length])
      : Buffer.from([kind | 25, length >> 8, length & 0xff]);
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(0x40, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([cborHead(0x60, text.length), Buffer.from(text)]);
const cborMap = (entries: [key: Buffer, value: Buffer][]) =>
  Buffer.concat([cborHead(0xa0, entries.length), ...entries.flat()]);

/** A stored passkey of a person, for tests in which nobody signs in with it. */
export const passkeyOf = (userId: UserId) => ({
  ...{ id: newId(), user_id: userId, credential_id: base64url(randomBytes(32)), public_key: randomBytes(77) },
  ...{ sign_count: 0n, transports: ['internal'], is_synced: true, name: 'Work laptop' },
  created_at: new Date(),
});

import { z } from 'zod';
import { PASSKEY_MINUTES, PASSKEY_NAME_MAX } from '#contract/limits.ts';
import { idParams, idSchema, momentWire } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

export const passkeyRow = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: momentWire,
  /** When the passkey last signed in or confirmed the identity; null if it was never used. */
  lastUsedAt: momentWire.nullable(),
  /** Whether the person's other devices have the passkey too. */
  isSynced: z.boolean(),
});
export type PasskeyRow = z.infer<typeof passkeyRow>;

const name = z.string().trim().min(1).max(PASSKEY_NAME_MAX);

/** The ways in which a browser reaches an authenticator (Web Authentication, `AuthenticatorTransport`). */
export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** Bytes in base64url, as browsers encode them in JSON. A credential id has 1023 bytes at most. */
const bytes = (most: number) => z.base64url().min(1).max(most);
const credentialId = bytes(1364);

const knownCredential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(passkeyTransports)),
});

/** Options of `navigator.credentials.create`. */
const creation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(knownCredential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
export type PasskeyCreation = z.infer<typeof creation>;

/** Options of `navigator.credentials.get`. Without credentials the browser offers all passkeys of this site. */
const assertion = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(knownCredential),
});
export type PasskeyQuestion = z.infer<typeof assertion>;

/** A new passkey, as `navigator.credentials.create` returns it. */
const newCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(20_000),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});
export type NewPasskey = z.infer<typeof newCredential>;

/** A signature of a passkey, as `navigator.credentials.get` returns it. */
const signedCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(4_000),
    userHandle: bytes(100).optional(),
  }),
});
export type PasskeyProof = z.infer<typeof signedCredential>;

export const passkeyRoutes = {
  listPasskeys: route('GET /api/auth/passkeys', {
    access: 'session',
    summary: 'Own passkeys, newest first',
    reply: z.object({ rows: z.array(passkeyRow) }),
  }),
  startPasskey: route('POST /api/auth/passkeys/options', {
    access: 'session',
    recentLogin: true,
    changesAccount: true,
    summary: `What a browser needs to make a passkey; valid once, for ${PASSKEY_MINUTES} minutes and in this session`,
    reply: creation,
    errors: ['passkeys_full', 'not_found'],
    perMinute: 10,
  }),
  addPasskey: route('POST /api/auth/passkeys', {
    access: 'session',
    changesAccount: true,
    summary: 'Add the passkey that the browser made',
    body: z.object({
      /** The browser and its system, as a name for a passkey whose maker is unknown. */
      device: name,
      credential: newCredential,
    }),
    reply: passkeyRow,
    errors: ['passkey_invalid', 'passkey_known', 'passkeys_full', 'not_found', 'unauthenticated'],
    perMinute: 10,
  }),
  renamePasskey: route('PATCH /api/auth/passkeys/:id', {
    access: 'session',
    changesAccount: true,
    summary: 'Give an own passkey another name',
    params: idParams,
    body: z.object({ name }),
    errors: ['not_found'],
  }),
  removePasskey: route('DELETE /api/auth/passkeys/:id', {
    access: 'session',
    recentLogin: true,
    changesAccount: true,
    summary: 'Remove one of your passkeys; it then no longer signs in',
    params: idParams,
    errors: ['not_found', 'passkey_last'],
  }),
  startPasskeyLogin: route('POST /api/auth/passkey-login/options', {
    access: 'public',
    summary: `What a browser needs to sign in with a passkey; valid once, for ${PASSKEY_MINUTES} minutes and in this browser`,
    reply: assertion,
    perMinute: 20,
  }),
  passkeyLogin: route('POST /api/auth/passkey-login', {
    access: 'public',
    summary: 'Sign in with a passkey, which counts as password and second factor',
    body: z.object({ credential: signedCredential }),
    errors: ['passkey_refused', 'account_banned', 'too_many_requests'],
  }),
  startPasskeyConfirm: route('POST /api/auth/confirm/passkey/options', {
    access: 'session',
    summary: 'What a browser needs to confirm the identity with an own passkey',
    reply: assertion,
    errors: ['not_found'],
    perMinute: 20,
  }),
  confirmByPasskey: route('POST /api/auth/confirm/passkey', {
    access: 'session',
    summary: 'Confirm your identity again with a passkey before money moves',
    body: z.object({ credential: signedCredential }),
    errors: ['passkey_refused', 'too_many_requests'],
    perMinute: 10,
  }),
};

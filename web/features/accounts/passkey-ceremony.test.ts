import { afterEach, expect, test, vi } from 'vitest';
import type { PasskeyCreation, PasskeyQuestion } from '#contract/accounts/passkeys.ts';
import { CeremonyFailure, choosePasskey, createPasskey, isPasskeyOf } from './passkey-ceremony.ts';

afterEach(() => void vi.unstubAllGlobals());

const question: PasskeyQuestion = {
  ...{ challenge: 'AAAA', rpId: 'permille.example', timeout: 1, userVerification: 'required' },
  allowCredentials: [],
};
const creation: PasskeyCreation = {
  ...{ challenge: 'AAAA', rp: { id: 'permille.example', name: 'Permille' } },
  ...{ user: { id: 'AAAA', name: 'a', displayName: 'a' }, pubKeyCredParams: [], timeout: 1 },
  ...{ attestation: 'none', excludeCredentials: [] },
  authenticatorSelection: {
    ...{ residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  },
};

/** Gives the page a browser whose ceremonies end with this error. */
function failingBrowser(name: string): void {
  const fail = () => Promise.reject(Object.assign(new Error('in the browser’s words'), { name }));
  const PublicKeyCredential = () => undefined;
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential);
  vi.stubGlobal('location', { hostname: 'other.example' });
  vi.stubGlobal('navigator', { credentials: { create: fail, get: fail } });
}

const reasonOf = async (ceremony: Promise<unknown>) =>
  await ceremony.then(
    () => null,
    (error: unknown) => (error instanceof CeremonyFailure ? `${error.title}: ${error.message}` : error),
  );

test('a browser without passkeys says so, and asks no authenticator', async () => {
  expect(await reasonOf(createPasskey(creation))).toMatch(
    /^No passkey added: This browser can’t use passkeys/,
  );
  expect(await reasonOf(choosePasskey(question))).toMatch(
    /^No passkey used: This browser can’t use passkeys/,
  );
});

test.each([
  ['NotAllowedError', /canceled, or it took too long/],
  ['AbortError', /canceled, or it took too long/],
  ['InvalidStateError', /already has a passkey for your account/],
  ['ConstraintError', /can’t check that it is you/],
  ['NotSupportedError', /can’t check that it is you/],
  ['SecurityError', /work only at permille\.example/],
  ['UnknownError', /failed\. Try again/],
])('explains %s of the browser in plain words', async (name, text) => {
  failingBrowser(name);
  expect(await reasonOf(createPasskey(creation))).toMatch(text);
  expect(await reasonOf(choosePasskey(question))).toMatch(text);
});

test('a passkey belongs to the person whose id is its user handle in base64url', () => {
  const [owner, other] = ['01900000-0000-7000-8000-0000000000ff', '01900000-0000-7000-bfff-fbefbe00dead'];
  for (const id of [owner, other]) {
    const userHandle = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
    const proof = { response: { userHandle } };
    expect([isPasskeyOf(proof, owner), isPasskeyOf(proof, other)]).toEqual([id === owner, id === other]);
  }
  expect(isPasskeyOf({ response: {} }, owner)).toBe(true);
});

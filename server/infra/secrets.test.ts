import { expect, test } from 'vitest';
import { createSealer, Unreadable } from './seal.ts';
import { createSigner, type Purpose, type Secrets, signingKey, soleSecret } from './secrets.ts';

const OLD = 'the old secret of this installation';
const NEW = 'the new secret of this installation';
const both: Secrets = { current: NEW, previous: OLD, byPurpose: true };
const former: Secrets = { current: OLD, previous: null, byPurpose: false };
const sealing: Purpose[] = ['platform tokens', 'second factors', 'webhook secrets', 'push'];
const signing: Purpose[] = ['sessions', 'browsers', 'sign-ups', 'source links', 'mail links', 'result links'];

test.each(sealing)('a value sealed as %s opens for no other purpose', (purpose) => {
  const sealed = createSealer(soleSecret(OLD), purpose).seal('a token');
  expect(createSealer(soleSecret(OLD), purpose).unseal(sealed)).toBe('a token');
  for (const other of sealing.filter((one) => one !== purpose))
    expect(() => createSealer(both, other).unseal(sealed)).toThrow(Unreadable);
});

test('a value sealed under the previous secret opens while that secret is given, and not afterwards', () => {
  for (const secrets of [soleSecret(OLD), former]) {
    const sealed = createSealer(secrets, 'platform tokens').seal('a token');
    expect(createSealer(both, 'platform tokens').unseal(sealed)).toBe('a token');
    expect(() => createSealer(soleSecret(NEW), 'platform tokens').unseal(sealed)).toThrow(Unreadable);
  }
});

test('a value sealed by the previous release opens, byte for byte', () => {
  const sealed = 'v1.AAECAwQFBgcICQoLiIPADBGweuHSjOVMLM8n2odztCUVk4XjGxKYHAu2cqo';
  expect(
    createSealer(soleSecret('a secret for tests that is long enough'), 'second factors').unseal(sealed),
  ).toBe('of release 0.2.0');
});

test('a damaged value is unreadable', () => {
  const { seal, unseal } = createSealer(both, 'platform tokens');
  const sealed = seal('a token');
  const damaged = [sealed.slice(0, -2), `${sealed.slice(0, -2)}AA`, 'v2.x.', 'v1.', 'plain text', ''];
  for (const one of damaged) expect(() => unseal(one)).toThrow(Unreadable);
});

test.each(signing)(
  'a signature of %s proves nothing else, and is valid as long as its secret is accepted',
  (purpose) => {
    const signed = createSigner(soleSecret(OLD), purpose).sign('text');
    const verifiedBy = (secrets: Secrets, at = purpose, text = 'text') =>
      createSigner(secrets, at).verify(text, signed);
    expect(verifiedBy(soleSecret(OLD))).toBe(true);
    expect(verifiedBy(both)).toBe(true);
    expect(verifiedBy(soleSecret(NEW))).toBe(false);
    expect(verifiedBy(both, purpose, 'texT')).toBe(false);
    for (const other of signing.filter((one) => one !== purpose)) expect(verifiedBy(both, other)).toBe(false);
  },
);

test("the previous release's signatures are valid, and it accepts ours until purposes are recorded", () => {
  expect(signingKey(former, 'sessions')).toBe(OLD);
  const signed = createSigner(former, 'sessions').sign('text');
  expect(createSigner(soleSecret(OLD), 'sessions').verify('text', signed)).toBe(true);
  expect(createSigner(both, 'sessions').verify('text', signed)).toBe(true);
});

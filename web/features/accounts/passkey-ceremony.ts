import type { PasskeyCreation, PasskeyProof, PasskeyQuestion } from '#contract/accounts/passkeys.ts';

/** A ceremony between browser and authenticator that ended without a passkey, in words for people. */
export class CeremonyFailure extends Error {
  readonly title: string;
  constructor(title: string, message: string) {
    super(message);
    this.name = 'CeremonyFailure';
    this.title = title;
  }
}

/** Loaded at the first press, because few people press on a visit. */
const library = () => import('@simplewebauthn/browser');

/**
 * Lets the browser make a passkey.
 * @throws CeremonyFailure if there is none afterwards
 */
export async function createPasskey(options: PasskeyCreation) {
  const { startRegistration } = await library();
  return await explained('No passkey added', options.rp.id, () =>
    startRegistration({ optionsJSON: options }),
  );
}

/**
 * Lets the person choose a passkey, which signs the question.
 * @throws CeremonyFailure if none did
 */
export async function choosePasskey(question: PasskeyQuestion) {
  const { startAuthentication } = await library();
  return await explained('No passkey used', question.rpId, () =>
    startAuthentication({ optionsJSON: question }),
  );
}

/**
 * Returns false if the passkey says that it belongs to somebody else. Its user handle is the id of its person,
 * as the server encoded it when the passkey was made. The server checks the handle too.
 */
export function isPasskeyOf(
  { response: { userHandle } }: { response: Pick<PasskeyProof['response'], 'userHandle'> },
  userId: string,
): boolean {
  if (userHandle === undefined) return true;
  const bytes = [...userId.replaceAll('-', '').matchAll(/../g)].map(([pair]) => Number.parseInt(pair, 16));
  const encoded = btoa(String.fromCharCode(...bytes));
  return userHandle === encoded.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function explained<T>(title: string, site: string, ceremony: () => Promise<T>): Promise<T> {
  if (typeof PublicKeyCredential !== 'function')
    throw new CeremonyFailure(title, 'This browser can’t use passkeys here. Use another browser or device.');
  try {
    return await ceremony();
  } catch (error) {
    throw new CeremonyFailure(title, reasonOf(error, site));
  }
}

/** Explains an error by its name. The library keeps the names of the browser's errors. */
export function reasonOf(error: unknown, site: string): string {
  switch (error instanceof Error ? error.name : '') {
    // Browsers answer the same for both, so that a page does not learn which passkeys a device has.
    case 'NotAllowedError':
    case 'AbortError':
      return 'You canceled, or it took too long. Nothing has changed.';
    case 'InvalidStateError':
      return 'This device or password manager already has a passkey for your account.';
    case 'ConstraintError':
    case 'NotSupportedError':
      return 'This authenticator can’t check that it is you by fingerprint, face or PIN. Use another one.';
    case 'SecurityError':
      return `Passkeys work only at ${site}. Open this page there.`;
    default:
      return 'The browser or authenticator failed. Try again.';
  }
}

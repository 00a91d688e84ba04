import type { UserId } from '#contract/accounts/ids.ts';
import type { NewPasskey, PasskeyProof } from '#contract/accounts/passkeys.ts';
import { passkeyTransports } from '#contract/accounts/passkeys.ts';

/** EdDSA, ES256 and RS256, by their numbers in COSE: every authenticator has one of them. */
export const ALGORITHMS = [-8, -7, -257];

/** Loads the library at the first passkey, because it takes 25 MB and half a second of a processor. */
const library = () => import('@simplewebauthn/server');

/** The site whose passkeys are accepted, from the configured address and never from a request. */
export const siteOf = (appUrl: string) => ({
  expectedOrigin: new URL(appUrl).origin,
  expectedRPID: rpIdOf(appUrl),
});

export const rpIdOf = (appUrl: string): string => new URL(appUrl).hostname;

/** Encodes a person's id as the user handle, which an authenticator returns with each signature. */
export const userHandleOf = (userId: UserId): string =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

export interface ReadPasskey {
  credentialId: string;
  publicKey: Buffer;
  signCount: bigint;
  transports: (typeof passkeyTransports)[number][];
  isSynced: boolean;
  /** The model of the authenticator; all zeros if it does not say. */
  aaguid: string;
}

/** Returns a new passkey of this site that verified its person; null when anything does not fit. */
export async function readNewPasskey(
  appUrl: string,
  { credential, challenge }: { credential: NewPasskey; challenge: string },
): Promise<ReadPasskey | null> {
  const { verifyRegistrationResponse } = await library();
  const { transports: _, ...response } = credential.response;
  const found = await orNull(
    verifyRegistrationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      ...siteOf(appUrl),
      expectedChallenge: challenge,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!found?.verified) return null;
  const { registrationInfo: info } = found;
  const reported = credential.response.transports ?? [];
  return {
    credentialId: info.credential.id,
    publicKey: Buffer.from(info.credential.publicKey),
    signCount: BigInt(info.credential.counter),
    transports: passkeyTransports.filter((transport) => reported.includes(transport)),
    isSynced: info.credentialBackedUp,
    aaguid: info.aaguid,
  };
}

/**
 * Verifies the signature of a known passkey. Returns what the authenticator said, or null when anything does
 * not fit. The caller compares the count, because only a valid signature makes it worth a note.
 */
export async function readPasskeyProof(
  appUrl: string,
  { proof, challenge, publicKey }: { proof: PasskeyProof; challenge: string; publicKey: Buffer },
): Promise<{ signCount: bigint; isSynced: boolean } | null> {
  const { verifyAuthenticationResponse } = await library();
  const { userHandle, ...response } = proof.response;
  const found = await orNull(
    verifyAuthenticationResponse({
      response: {
        ...proof,
        response: { ...response, ...(userHandle === undefined ? {} : { userHandle }) },
        clientExtensionResults: {},
      },
      ...siteOf(appUrl),
      expectedChallenge: challenge,
      requireUserVerification: true,
      credential: { id: proof.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    }),
  );
  if (!found?.verified) return null;
  const { newCounter, credentialBackedUp } = found.authenticationInfo;
  return { signCount: BigInt(newCounter), isSynced: credentialBackedUp };
}

/** The library throws for each thing that does not fit. It calls nothing that can fail otherwise. */
async function orNull<T>(verified: Promise<T>): Promise<T | null> {
  try {
    return await verified;
  } catch {
    return null;
  }
}

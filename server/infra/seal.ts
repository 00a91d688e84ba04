import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { acceptedSecrets, deriveKey, type Purpose, type Secrets, secretId } from './secrets.ts';

/**
 * Encrypts small secrets at rest with AES-256-GCM. The key is derived from the server's secret for one
 * purpose.
 */
export interface Sealer {
  seal(text: string): string;
  /**
   * @throws {Unreadable} when the text was sealed under an unknown secret, for another purpose, or is damaged
   */
  unseal(sealed: string): string;
  /** Prefix of every text that is sealed under the current secret for this purpose. */
  currentPrefix: string;
}

/** The sealed text can't be opened with this server's secrets. */
export class Unreadable extends Error {}

/** Prefix of the previous release's format, in which all purposes had one key. */
const FORMER = 'v1.';

export function createSealer(secrets: Secrets, purpose: Purpose): Sealer {
  const accepted = acceptedSecrets(secrets);
  const keys = new Map(accepted.map((secret) => [prefixOf(secret), deriveKey(secret, `${purpose}:seal`)]));
  const formerKeys = accepted.map((secret) => deriveKey(secret, 'seal:v1'));
  const currentPrefix = prefixOf(secrets.current);
  return {
    currentPrefix,
    seal: (text) =>
      secrets.byPurpose
        ? currentPrefix + encrypt(keys.get(currentPrefix)!, text)
        : FORMER + encrypt(formerKeys[0]!, text),
    unseal(sealed) {
      const prefix = /^v1\.|^v2\.[\w-]+\./.exec(sealed)?.[0];
      if (!prefix) throw new Unreadable('unknown form of sealed text');
      const key = keys.get(prefix);
      const candidates = prefix === FORMER ? formerKeys : key ? [key] : [];
      for (const candidate of candidates) {
        const text = decrypt(candidate, sealed.slice(prefix.length));
        if (text !== null) return text;
      }
      throw new Unreadable('sealed under another secret, or damaged');
    },
  };
}

const prefixOf = (secret: string): string => `v2.${secretId(secret)}.`;

function encrypt(key: Buffer, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** Returns null when the text was sealed with another key or is damaged. */
function decrypt(key: Buffer, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

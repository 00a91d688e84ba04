import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts small secrets (platform tokens) at rest: AES-256-GCM under a key derived from the server's secret. */
export interface Sealer {
  seal(text: string): string;
  /** @throws {Unreadable} when the text was sealed under another secret or is damaged */
  unseal(sealed: string): string;
}

/** What was sealed can't be opened with this server's secret. */
export class Unreadable extends Error {}

export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'permille:seal:v1', 32));
  return {
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    unseal(sealed) {
      if (!sealed.startsWith('v1.')) throw new Unreadable('unknown form of sealed text');
      const bytes = Buffer.from(sealed.slice(3), 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
        decipher.setAuthTag(bytes.subarray(12, 28));
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new Unreadable('sealed under another secret, or damaged', { cause });
      }
    },
  };
}

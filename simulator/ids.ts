import { type Stream, text } from './random.ts';

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns the app-scoped id of an Instagram account, which differs from the account's own id, as at Meta. */
export function appScopedId(accountId: string): string {
  return `9${(BigInt(accountId) * 7919n).toString().slice(-16)}`;
}

/** Opaque text for codes, tokens and log ids. */
export function opaque(stream: Stream, length: number): string {
  return text(stream, length, alphanumeric);
}

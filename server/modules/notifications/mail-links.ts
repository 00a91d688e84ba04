import { z } from 'zod';
import { type UserId, userIdSchema } from '#contract/accounts/ids.ts';
import { type NotificationTopic, notificationTopic } from '#contract/notifications/notification-topics.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { createSigner, type Secrets } from '#server/infra/secrets.ts';

/**
 * Makes and reads the links in mails with which a person acts without signing in. Each link is signed for one
 * purpose.
 */
export interface MailLinks {
  unsubscribeUrl: (userId: UserId, topics: readonly NotificationTopic[]) => string;
  /** Returns the person and topics of the token; null: this server did not make the token. */
  readUnsubscribe: (token: string) => { userId: UserId; topics: NotificationTopic[] } | null;
  confirmUrl: (address: string, now: Date) => string;
  /**
   * Returns the address in the token; null: this server did not make the token, or made it more than a day
   * ago.
   */
  readConfirm: (token: string, now: Date) => string | null;
}

// The token contains its purpose, so that it can't be used for another one.
const ending = z.tuple([z.literal('unsubscribe'), userIdSchema, z.array(notificationTopic).min(1)]);
const confirming = z.tuple([z.literal('confirm'), z.string(), z.number()]);

export function createMailLinks({ appUrl, secrets }: { appUrl: string; secrets: Secrets }): MailLinks {
  const signer = createSigner(secrets, 'mail links');
  const write = (content: unknown[]): string => {
    const text = Buffer.from(JSON.stringify(content)).toString('base64url');
    return `${text}.${signer.sign(text).toString('base64url')}`;
  };
  function read<T>(token: string, schema: z.ZodType<T>): T | null {
    const [text = '', signature = ''] = token.split('.');
    if (!signer.verify(text, Buffer.from(signature, 'base64url'))) return null;
    return schema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data ?? null;
  }
  return {
    // A link is valid as long as its secret is accepted: unsubscribing harms nobody, and a person can undo it
    // in Settings.
    unsubscribeUrl: (userId, topics) =>
      `${appUrl}/unsubscribe?token=${write(['unsubscribe', userId, [...topics]])}`,
    readUnsubscribe(token) {
      const [, userId, topics] = read(token, ending) ?? [];
      return userId && topics ? { userId, topics } : null;
    },
    confirmUrl: (address, now) =>
      `${appUrl}/verify-email?address=${write(['confirm', address, after(now, 24 * HOUR).getTime()])}`,
    readConfirm(token, now) {
      const [, address, until] = read(token, confirming) ?? [];
      return address !== undefined && until !== undefined && until > now.getTime() ? address : null;
    },
  };
}

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Api } from '#server/http/route.ts';
import { type ProvedEvent, registerWebhookRoute } from '#server/http/webhook.ts';
import { SECOND } from '#server/infra/clock.ts';
import type { Tx } from '#server/infra/transaction.ts';
import type { InstagramKeys } from './platforms/instagram-connect.ts';
import { jsonOf, SIGNED_WITHIN_MS } from './receive-tiktok.ts';
import { type ForgottenAccount, forgetAccount, revokeAccess } from './revoke-access.ts';

const request = z.object({
  algorithm: z.literal('HMAC-SHA256'),
  issued_at: z.int().nonnegative(),
  user_id: z.coerce.string().min(1),
});
type SignedRequest = z.infer<typeof request> & { code: string };

interface Callback {
  path: `/webhooks/instagram/${string}`;
  type: string;
  take(tx: Tx, event: SignedRequest, now: Date): Promise<void>;
  reply?: (event: SignedRequest) => object;
}

/** Deletes the stored data about an account's posts, except their numbers. */
export type ForgetPosts = (tx: Tx, account: ForgottenAccount) => Promise<void>;

interface Deps {
  keys: InstagramKeys;
  appUrl: string;
  forgetPosts: ForgetPosts;
}

/**
 * Registers Meta's two callbacks: one when a person removed the app, one when a person requested deletion of
 * the data.
 */
export function registerInstagramRoutes(api: Api, { keys, appUrl, forgetPosts }: Deps): void {
  const receive = ({ path, type, take, reply }: Callback) =>
    registerWebhookRoute<SignedRequest>(api, {
      provider: 'instagram',
      path,
      prove: async (raw, _headers, now) => prove(raw, { type, secret: keys.clientSecret, now }),
      take,
      ...(reply && { reply }),
    });
  const about = (event: SignedRequest, now: Date) => ({
    platform: 'instagram' as const,
    externalId: event.user_id,
    at: new Date(event.issued_at * SECOND),
    now,
  });
  receive({
    path: '/webhooks/instagram/deauthorize',
    type: 'deauthorize',
    take: (tx, event, now) =>
      revokeAccess(tx, { ...about(event, now), because: 'The app was removed at Instagram.' }),
  });
  receive({
    path: '/webhooks/instagram/deletion',
    type: 'deletion',
    async take(tx, event, now) {
      const forgotten = await forgetAccount(tx, about(event, now));
      for (const account of forgotten) await forgetPosts(tx, account);
      const done = { code: event.code, done_at: now, accounts: forgotten.length };
      // The result is stored, so that the page still shows it if Meta repeats the request after its event id
      // was forgotten.
      await tx
        .insertInto('deletion_requests')
        .values(done)
        .onConflict((oc) => oc.column('code').doNothing())
        .execute();
    },
    reply: ({ code }) => ({ url: `${appUrl}/webhooks/instagram/deletion/${code}`, confirmation_code: code }),
  });
  registerDeletionRoutes(api);
}

/** Registers the page on which Meta lets the person see the result of the request. */
function registerDeletionRoutes(api: Api): void {
  api.server.get('/webhooks/instagram/deletion/:code', async (asked, reply) => {
    const { code } = asked.params as { code: string };
    const done = await api.db
      .selectFrom('deletion_requests')
      .select(['done_at', 'accounts'])
      .where('code', '=', code)
      .executeTakeFirst();
    return reply
      .code(done ? 200 : 404)
      .type('text/plain; charset=utf-8')
      .serializer(String)
      .send(done ? becameOf(done) : 'There is no such request.');
  });
}

function becameOf({ done_at, accounts }: { done_at: Date; accounts: number }): string {
  const day = done_at.toISOString().slice(0, 10);
  return accounts > 0
    ? `What came from Instagram was deleted on ${day}: the consent, the ids, name and follower count of the account, and the captions of its posts.\n\nWhat people were paid by stays: the addresses of posts that were submitted as clips, and how often they were seen, liked, commented and shared. The log of what happened here, which nobody can change, may name the account.`
    : `The request came on ${day}. No account that is connected here is the one it names, so nothing was deleted. If yours is connected, remove it in your settings, or write to support.`;
}

/**
 * Verifies a body of the form `signed_request=<signature>.<payload>`, both parts in base64url. The signature
 * is the HMAC of the payload as received.
 */
function prove(
  raw: Buffer,
  { type, secret, now }: { type: string; secret: string; now: Date },
): ProvedEvent<SignedRequest> | null {
  const [signature, payload] = (new URLSearchParams(raw.toString('utf8')).get('signed_request') ?? '').split(
    '.',
  );
  if (!signature || !payload) return null;
  const right = createHmac('sha256', secret).update(payload).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== right.length || !timingSafeEqual(right, given)) return null;
  const parsed = request.safeParse(jsonOf(Buffer.from(payload, 'base64url').toString('utf8')));
  if (!parsed.success) return null;
  // A late request is still the person's request, so its age is not limited. A consent that was given later
  // stays.
  if (parsed.data.issued_at * SECOND > now.getTime() + SIGNED_WITHIN_MS) return null;
  const code = createHash('sha256').update(`${type} ${payload}`).digest('hex').slice(0, 32);
  return { id: `${type} ${code}`, type, event: { ...parsed.data, code } };
}

import type { AccountId } from '#contract/accounts/ids.ts';
import { micros } from '#contract/money.ts';
import type { Platform } from '#contract/wire/primitives.ts';
import { personOf } from '#db/seed/person-of.ts';
import type { Actor } from '#server/http/actor.ts';
import { newId } from '#server/infra/id.ts';
import { createSealer } from '#server/infra/seal.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { confirmTestCard } from '#server/modules/deposits/deposits.ts';
import { TEST_SECRET } from './actor.ts';

/** The valid body of a listing with $300.00 at $2.00 per 1,000, whose source is a link. */
export const listingBody = {
  title: 'Best moments of the March stream',
  description: 'Funny or skilful moments from the eight-hour stream.',
  instructions: 'Vertical, with captions. Name the channel in the first line.',
  platforms: ['tiktok', 'youtube'],
  sourceMediaId: null as string | null,
  sourceUrl: 'https://videos.example/march.mp4' as string | null,
  rateCentsPerMille: 200,
  budgetMicros: '300000000',
  rules: {},
};

/** Adds money to a host's balance, by the payment method for tests. */
export async function fund(db: Database, hostId: AccountId, dollars: number): Promise<void> {
  const now = new Date('2026-03-01T00:00:00Z');
  const amountMicros = micros(BigInt(dollars) * 1_000_000n);
  await transact(db, (tx) => confirmTestCard(tx, { hostId, userId: personOf(hostId), amountMicros, now }));
}

const sealer = createSealer(soleSecret(TEST_SECRET), 'platform tokens');

/** Returns the stored token of the account with this id at its platform. */
export const testToken = (externalId: string): string => sealer.seal(externalId);

/** Connects a platform account to a person. */
export async function connect(
  db: Database,
  actor: Pick<Actor, 'accountId'>,
  platform: Platform | 'twitch' = 'youtube',
): Promise<string> {
  const id = newId();
  await db
    .insertInto('connections')
    .values({
      id,
      user_id: actor.accountId,
      platform,
      external_id: id,
      access_token_sealed: testToken(id),
      handle: 'channel',
      display_name: 'Channel',
      state: 'active',
      connected_at: new Date('2026-03-01T00:00:00Z'),
    })
    .execute();
  return id;
}

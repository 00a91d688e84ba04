import { type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';
import type { Actor } from '#server/http/actor.ts';
import { newId } from '#server/infra/id.ts';
import { testPerson } from '#server/testing/api.ts';
import { testToken } from '#server/testing/listings.ts';
import { drawAccount, type Viewers } from '../fraud/audiences.ts';
import { type Random, seededRandom } from '../fraud/random.ts';
import { drawSeller, type Seller } from '../fraud/sellers.ts';
import { type Answers, buyerAnswers, honestAnswers, type Stance } from './answers.ts';
import type { Kind } from './kind.ts';
import type { WatchedPost } from './platforms.ts';
import type { LossWorld } from './world.ts';

/** A place in the population, in which one account follows another. */
export interface Slot {
  nth: number;
  kind: Kind;
  stance: Stance;
  platform: PostPlatform;
  /** Number that all accounts of one person share. */
  group: number;
  random: Random;
  seller: Seller;
  /** Accounts used so far. */
  used: number;
  /** Clips posted so far, over all accounts. */
  posted: number;
}

export interface Account {
  slot: Slot;
  clipper: Actor;
  connectionId: string;
  handle: string;
  viewers: Viewers;
  answers: Answers;
  posted: number;
  isReleasing: boolean;
  /** Since when a withdrawal has been refused because its money waits; null if the last one was paid. */
  waitsSince: Date | null;
}

/** A clip that was submitted. */
export interface Clip {
  id: string;
  post: WatchedPost;
  account: Account;
  isBought: boolean;
  submittedAt: Date;
  /** Whether the person was in the first row of limits when the clip was submitted. */
  isFirstTier: boolean;
}

/** Returns the ways in which the people of a kind answer what Permille asks. */
export function stancesOf({ fraud, habits }: Kind): Stance[] {
  if (!fraud) return ['releases'];
  return habits.honestFirst > 0 ? ['refuses', 'releases', 'turns'] : ['refuses', 'releases'];
}

/**
 * Places each kind: honest people and perfect imitations once on each platform, other buyers on one. All stances
 * of a kind are played on the same platforms, since platforms show unequal evidence.
 */
export function placeSlots(kinds: readonly Kind[], seed: number): Slot[] {
  const slots: Slot[] = [];
  for (const [place, kind] of kinds.entries()) {
    for (const stance of stancesOf(kind))
      for (const time of postPlatforms.keys()) {
        if (time > 0 && kind.fraud && !kind.isPerfect) continue;
        const group = slots.length;
        for (let account = 0; account < kind.habits.accounts; account++) {
          const nth = slots.length;
          const random = seededRandom(seed * 1_000_003 + nth * 7_919);
          const turn = kind.habits.everyPlatform ? account : 0;
          const platform = postPlatforms[(place + time + turn) % postPlatforms.length]!;
          slots.push({
            ...{ nth, kind, stance, platform, group, random },
            seller: drawSeller(random),
            used: 0,
            posted: 0,
          });
        }
      }
  }
  return slots;
}

/** Opens a new account of a new person for a slot, as somebody who has just registered and connected it. */
export async function openAccount({ db, clock }: LossWorld, slot: Slot): Promise<Account> {
  const { kind, random, platform } = slot;
  const clipper = await testPerson(db, 'clipper');
  const connectionId = newId();
  const handle = `account${slot.nth}x${++slot.used}`;
  const answers = kind.fraud ? buyerAnswers(slot.stance) : honestAnswers(slot.nth);
  await db
    .updateTable('users')
    .set({ age_confirmed_at: clock.now() })
    .where('id', '=', clipper.userId)
    .execute();
  const address = {
    user_id: clipper.accountId,
    email: clipper.email,
    usable_at: clock.now(),
    set_at: clock.now(),
  };
  await db.insertInto('payout_addresses').values(address).execute();
  await db
    .insertInto('connections')
    .values({
      id: connectionId,
      user_id: clipper.accountId,
      platform,
      external_id: handle,
      access_token_sealed: testToken(handle),
      handle,
      display_name: handle,
      followers: BigInt(Math.round(random.logNormal(4_000, 1.5))),
      state: 'active',
      connected_at: clock.now(),
      analytics_released_at: answers.releasesAnalytics ? clock.now() : null,
    })
    .execute();
  return {
    slot,
    clipper,
    connectionId,
    handle,
    viewers: drawAccount(random, platform),
    answers,
    posted: 0,
    isReleasing: answers.releasesAnalytics,
    waitsSince: null,
  };
}

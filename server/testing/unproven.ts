import type { AccountId } from '#contract/accounts/ids.ts';
import type { Micros } from '#contract/money.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import type { Database } from '#server/infra/transaction.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import { createActor, type TestActor } from './actor.ts';
import { count, testClip, testListing } from './clips.ts';
import { testMediaFile } from './media-file.ts';

/** Replaces the limits of payments without proof: this sum for everybody, null for none. */
export async function limitUnproven(db: Database, limit: Micros | null, auditPercent = 0): Promise<void> {
  await db.deleteFrom('proof_tiers').where('proven_clips', '>', 0).execute();
  await db.updateTable('proof_tiers').set({ limit_micros: limit, audit_percent: auditPercent }).execute();
}

/** A clipper who can be paid. */
export async function payableClipper(db: Database, now: Date): Promise<TestActor> {
  const actor = await createActor(db, {
    role: 'clipper',
    username: `c${newId().replaceAll('-', '').slice(-14)}`,
  });
  await db.updateTable('users').set({ age_confirmed_at: now }).where('id', '=', actor.userId).execute();
  const address = { user_id: actor.accountId, email: 'c@people.example', usable_at: now, set_at: now };
  await db.insertInto('payout_addresses').values(address).execute();
  return actor;
}

/** A clip of this clipper whose views, at $2.00 per thousand, were earned a day before `now` and are released. */
export async function releasedClip(
  db: Database,
  { clipperId, views, now }: { clipperId: AccountId; views: number; now: Date },
  columns: Parameters<typeof count>[4] = {},
): Promise<string> {
  const earned = after(now, -25 * HOUR);
  const { id: listingId } = await testListing(db, earned, { budgetCents: 1_000_000 });
  const clip = await testClip(db, { listingId, clipperId, approvedAt: earned });
  await count(db, clip, views, earned, columns);
  await settle(db, earned, { listingId });
  await releaseDue(db, now, { clipperIds: [clipperId] });
  return clip;
}

/** Stores a picture of a clip, as if its clipper had sent it. */
export async function sentPicture(
  db: Database,
  { clip, clipperId, text, now }: { clip: string; clipperId: AccountId; text: string; now: Date },
): Promise<string> {
  const picture = { file_name: 'views.png', content_type: 'image/png', created_at: now, ready_at: now };
  const media = await testMediaFile(db, { owner_id: clipperId, kind: 'screenshot', ...picture });
  const id = newId();
  await db
    .insertInto('view_attestations')
    .values({
      id,
      submission_id: clip,
      media_id: media,
      reported_views: 0n,
      sent_at: now,
      waiting_since: now,
      state: 'mismatch',
      read_text: text,
      read_at: now,
    })
    .execute();
  return id;
}

import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { limits, peopleOf } from '#server/modules/proofs/people.ts';
import { simulatedPosts } from '#simulator/platforms.ts';
import type { Agenda } from './agenda.ts';
import {
  APPROVED_AFTER_HOURS,
  DAYS,
  DECLARED_AFTER_HOURS,
  PATIENCE_DAYS,
  REPLACED_AFTER_DAYS,
} from './assumptions.ts';
import { type DrawnPost, drawPost } from './draw-post.ts';
import { type Account, type Clip, openAccount, type Slot } from './people.ts';
import { type Listing, type LossWorld, START } from './world.ts';

/** The people of a play, and everything they have done so far. */
export interface Stage {
  world: LossWorld;
  agenda: Agenda;
  /** Days in which people post. */
  days: number;
  clips: Clip[];
  /** By the person's id. */
  accounts: Map<AccountId, Account>;
}

/** Returns the days in which a slot posts: longer if its accounts first build trust. */
export const daysOf = ({ honestFirst, honestGapDays }: Slot['kind']['habits'], days: number): number =>
  days >= DAYS ? days : days + honestFirst * honestGapDays;

const isOver = ({ world, days }: Stage, { kind }: Slot): boolean =>
  world.clock.now() >= after(START, daysOf(kind.habits, days) * DAY);

/** Opens a slot's next account, which posts its first clip. */
export async function begin(stage: Stage, slot: Slot): Promise<void> {
  if (isOver(stage, slot)) return;
  const account = await openAccount(stage.world, slot);
  stage.accounts.set(account.clipper.accountId, account);
  await postNext(stage, account);
}

/** Posts an account's next clip, or leaves the account because its money is frozen. */
async function postNext(stage: Stage, account: Account): Promise<void> {
  const { world, agenda } = stage;
  const { clock, listings } = world;
  const { slot } = account;
  const { habits, fraud } = slot.kind;
  if (isOver(stage, slot)) return;
  if (fraud && (isUsedUp(account) || (await isFrozen(world, account)))) {
    agenda.add(after(clock.now(), REPLACED_AFTER_DAYS * DAY), () => begin(stage, slot));
    return;
  }
  if (slot.stance === 'turns' && account.posted === habits.honestFirst) await endRelease(world, account);
  const listing = listings[(slot.group + account.posted) % listings.length]!;
  const post = drawPost(account, listing.windowDays, clock.now());
  account.posted += 1;
  slot.posted += 1;
  world.addPost(post);
  agenda.add(after(clock.now(), habits.submitAfterHours * HOUR), () =>
    submit(stage, { account, post, listing, isRepost: false }),
  );
  const gap = account.posted < habits.honestFirst ? habits.honestGapDays : habits.gapDays;
  agenda.add(after(clock.now(), gap * DAY), () => postNext(stage, account));
}

const isUsedUp = ({ posted, slot }: Account): boolean => {
  const { honestFirst, leftAfter } = slot.kind.habits;
  return leftAfter !== undefined && posted >= honestFirst + leftAfter;
};

/**
 * Whether a buyer sees that money of the account no longer arrives. A buyer who released analytics first
 * waits for what they prove.
 */
async function isFrozen({ db, clock }: LossWorld, account: Account): Promise<boolean> {
  const { clipper, waitsSince, answers } = account;
  const patience = answers.releasesAnalytics && account.slot.stance !== 'turns' ? PATIENCE_DAYS * DAY : 0;
  if (waitsSince && clock.now().getTime() - waitsSince.getTime() >= patience) return true;
  const { rows } = await sql`
    select from clip_tracking t join fraud_holds h on h.submission_id = t.submission_id
    where t.clipper_id = ${clipper.userId} and h.state in ('open', 'escalated', 'upheld')
      and (h.opened_at <= ${after(clock.now(), -patience)}
        or not exists (select from clip_audits a where a.fraud_hold_id = h.id)) limit 1`.execute(db);
  return rows.length > 0;
}

async function endRelease({ api }: LossWorld, { clipper, connectionId }: Account): Promise<void> {
  const path = `/api/connections/${connectionId}/analytics`;
  const { status, body } = await api.send('DELETE', path, { as: clipper });
  if (status !== 200) throw new Error(`end of a release: ${status} ${body?.code}`);
}

interface Sent {
  account: Account;
  post: DrawnPost;
  listing: Listing;
  isRepost: boolean;
}

async function submit(stage: Stage, sent: Sent): Promise<void> {
  const { world, agenda, clips } = stage;
  const { account, post, listing, isRepost } = sent;
  const { clock, api } = world;
  const url = simulatedPosts[post.platform].url(post.handle, post.id);
  const { status, body } = await api.send('POST', '/api/submissions', {
    as: account.clipper,
    body: { listingId: listing.id, url, platform: post.platform, reportedViews: 0 },
  });
  if (status !== 200) throw new Error(`${post.platform} post of ${account.slot.kind.name}: ${body.code}`);
  const isFirstTier = await isInFirstTier(world, account.clipper.accountId);
  clips.push({ id: body.id, post, account, isBought: post.isBought, submittedAt: clock.now(), isFirstTier });
  agenda.add(after(clock.now(), APPROVED_AFTER_HOURS * HOUR), () => approve(world, body.id, listing));
  if (post.shared && account.answers.declaresShares) declareLater(stage, account, body.id, post);
  const { repostedAfterHours } = account.slot.kind.habits;
  if (repostedAfterHours !== undefined && post.isBought && !isRepost)
    agenda.add(after(clock.now(), repostedAfterHours * HOUR), async () => repost(stage, sent));
}

/** Whether a person is in the first row of limits, or has a limit of $0. */
async function isInFirstTier({ db, clock }: LossWorld, clipperId: AccountId): Promise<boolean> {
  const { rows } = await sql<{ is_first: boolean }>`
    with people as (${peopleOf([clipperId])})
    select coalesce(l.limit_micros <= (select limit_micros from proof_tiers where proven_clips = 0), false) as is_first
    from (${limits(clock.now())}) l`.execute(db);
  return rows[0]!.is_first;
}

/** Declares the share of a clip some hours after it, or after the submission. A refusal changes nothing. */
function declareLater({ world, agenda }: Stage, { clipper }: Account, id: string, post: DrawnPost): void {
  const { how: kind, atHours } = post.shared!;
  const at = after(post.postedAt, atHours * HOUR);
  const body = { kind, at: at.toISOString(), link: 'https://stream.example/live' };
  const due = Math.max(after(at, DECLARED_AFTER_HOURS * HOUR).getTime(), world.clock.now().getTime() + 1);
  agenda.add(new Date(due), async () => {
    const path = `/api/clips/${id}/declarations`;
    const { status } = await world.api.send('POST', path, { as: clipper, body });
    if (status !== 200 && status !== 409) throw new Error(`declaration: ${status}`);
  });
}

async function approve({ api }: LossWorld, id: string, { host }: Listing): Promise<void> {
  const { status, body } = await api.send('POST', `/api/submissions/${id}/approve`, { as: host });
  // A host can't approve a clip that is held, and nobody decides on the hold.
  if (status !== 200 && status !== 409) throw new Error(`approval: ${status} ${body?.code}`);
}

/** Deletes the post and posts the same video again, with another delivery. */
function repost(stage: Stage, { account, post, listing }: Sent): void {
  const { world, agenda } = stage;
  post.isDeleted = true;
  const again = drawPost(account, listing.windowDays, world.clock.now());
  const { caption, durationSeconds } = post;
  const same = { ...again, caption, durationSeconds };
  world.addPost(same);
  agenda.add(after(world.clock.now(), HOUR), () =>
    submit(stage, { account, post: same, listing, isRepost: true }),
  );
}

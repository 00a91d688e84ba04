import { sql } from 'kysely';
import { after, DAY, HOUR, MINUTE } from '#server/infra/clock.ts';
import { simulatedPosts } from '#simulator/platforms.ts';
import { APPROVED_AFTER_HOURS, DAYS, REPLACED_AFTER_DAYS } from './assumptions.ts';
import { drawPost } from './draw-post.ts';
import { type Account, type Clip, openAccount, type Slot } from './people.ts';
import type { WatchedPost } from './platforms.ts';
import { type Taken, withdrawals } from './withdrawals.ts';
import { type LossWorld, START } from './world.ts';

const STEP = 30 * MINUTE;
/** Days after which a buyer who released analytics stops waiting for their proof. */
const PATIENCE_DAYS = 6;
/** How often jobs that move money run, and all others. The product runs them every few seconds. */
const OFTEN = 2 * HOUR;
const LONG = 6 * HOUR;

export interface Played {
  clips: Clip[];
  slots: Slot[];
  /** Clips that a person was asked about at some time, and those that were held. */
  asked: Set<string>;
  /** What payouts took, by clip and entry. */
  taken: Map<string, Taken[]>;
  /** Hours of the clock that the play took. */
  hours: number;
}

/** Returns the days in which a slot posts. */
export const daysOf = ({ honestFirst, honestGapDays }: Slot['kind']['habits'], days: number): number =>
  days >= DAYS ? days : days + honestFirst * honestGapDays;

/** Plays all slots until the last clip is finished. */
export async function play(
  world: LossWorld,
  slots: Slot[],
  { days, say }: { days: number; say(line: string): void },
): Promise<Played> {
  const { clock, db } = world;
  const agenda = newAgenda();
  const clips: Clip[] = [];
  const asked = new Set<string>();
  const accounts = new Map<string, Account>();
  const { taken, withdrawAll } = withdrawals(world);
  /** Slots whose accounts first build trust play longer, so that they buy as long as the others. */
  const endOf = ({ kind: { habits } }: Slot) => after(START, daysOf(habits, days) * DAY);
  for (const slot of slots) {
    // Accounts of one person post in the same hour; others at any.
    const firstAt = after(START, DAY + ((slot.group * 37) % (slot.kind.habits.gapDays * 24)) * HOUR);
    agenda.add(firstAt, () => begin(slot));
  }
  let [oftenAt, longAt] = [START, START];
  let reportAt = 0;
  for (;;) {
    const due = await nextPollAt(world);
    const next = [agenda.nextAt(), due, clips.length > 0 && due ? longAt : null].filter((at) => at !== null);
    if (next.length === 0) break;
    const at = Math.max(Math.min(...next.map((one) => one.getTime())), clock.now().getTime() + 1);
    const stop = START.getTime() + Math.ceil((at - START.getTime()) / STEP) * STEP;
    clock.advance(stop - clock.now().getTime());
    for (const act of agenda.takeDue(clock.now())) await act();
    const [isOften, isLong] = [clock.now() >= oftenAt, clock.now() >= longAt];
    if (isOften) oftenAt = after(clock.now(), OFTEN);
    if (isLong) longAt = after(clock.now(), LONG);
    await world.runJobs(isLong ? 'all' : isOften ? 'often' : 'count');
    if (isOften) await noteAsked();
    if (isLong) await withdrawAll(accounts);
    const day = Math.floor((clock.now().getTime() - START.getTime()) / DAY);
    if (day < reportAt + 10) continue;
    reportAt = day;
    say(`day ${day}: ${clips.length} clips`);
  }
  // Money that waits for its day after the last count.
  for (let day = 0; day < 10; day++) {
    clock.advance(DAY);
    await world.runJobs('all');
    await withdrawAll(accounts);
  }
  return { clips, slots, asked, taken, hours: (clock.now().getTime() - START.getTime()) / HOUR };

  async function noteAsked(): Promise<void> {
    const rows = await db
      .selectFrom('clip_tracking')
      .select('submission_id')
      .where('band', '=', 'needs_review')
      .execute();
    for (const { submission_id } of rows) asked.add(submission_id);
  }

  async function begin(slot: Slot): Promise<void> {
    if (clock.now() >= endOf(slot)) return;
    const account = await openAccount(world, slot);
    accounts.set(account.clipper.userId, account);
    await postNext(account);
  }

  /** Posts an account's next clip, or leaves the account because its money is frozen. */
  async function postNext(account: Account): Promise<void> {
    const { slot } = account;
    const { kind } = slot;
    const { habits } = kind;
    if (clock.now() >= endOf(slot)) return;
    const isUsedUp =
      habits.leftAfter !== undefined && account.posted >= habits.honestFirst + habits.leftAfter;
    if (kind.fraud && (isUsedUp || (await isFrozen(world, account)))) {
      agenda.add(after(clock.now(), REPLACED_AFTER_DAYS * DAY), () => begin(slot));
      return;
    }
    if (slot.stance === 'turns' && account.posted === habits.honestFirst) await endRelease(account);
    const listing = world.listings[(slot.group + account.posted) % world.listings.length]!;
    const post = drawPost(account, listing.windowDays, clock.now());
    account.posted += 1;
    slot.posted += 1;
    world.addPost(post);
    agenda.add(after(clock.now(), habits.submitAfterHours * HOUR), () => submit(account, post, listing, 0));
    const gap = account.posted < habits.honestFirst ? habits.honestGapDays : habits.gapDays;
    agenda.add(after(clock.now(), gap * DAY), () => postNext(account));
  }

  async function endRelease({ clipper, connectionId }: Account): Promise<void> {
    const path = `/api/connections/${connectionId}/analytics`;
    const { status, body } = await world.api.send('DELETE', path, { as: clipper });
    if (status !== 200) throw new Error(`end of a release: ${status} ${body?.code}`);
  }

  async function submit(
    account: Account,
    post: WatchedPost & { isBought: boolean },
    listing: LossWorld['listings'][number],
    reposts: number,
  ): Promise<void> {
    const url = simulatedPosts[post.platform].url(post.handle, post.id);
    const { status, body } = await world.api.send('POST', '/api/submissions', {
      as: account.clipper,
      body: { listingId: listing.id, url, platform: post.platform, reportedViews: 0 },
    });
    if (status !== 200) throw new Error(`${post.platform} post of ${account.slot.kind.name}: ${body.code}`);
    clips.push({ id: body.id, post, account, isBought: post.isBought, submittedAt: clock.now() });
    agenda.add(after(clock.now(), APPROVED_AFTER_HOURS * HOUR), () => approve(body.id, listing));
    const { repostedAfterHours } = account.slot.kind.habits;
    if (repostedAfterHours !== undefined && post.isBought && reposts === 0)
      agenda.add(after(clock.now(), repostedAfterHours * HOUR), () => repost(account, post, listing));
  }

  async function approve(id: string, { host }: LossWorld['listings'][number]): Promise<void> {
    const { status, body } = await world.api.send('POST', `/api/submissions/${id}/approve`, { as: host });
    // A host can't approve a clip that is held; nobody decides on the hold.
    if (status !== 200 && status !== 409) throw new Error(`approval: ${status} ${body.code}`);
  }

  async function repost(
    account: Account,
    post: WatchedPost & { isBought: boolean },
    listing: LossWorld['listings'][number],
  ) {
    post.isDeleted = true;
    const again = drawPost(
      { ...account, posted: account.slot.kind.habits.honestFirst },
      listing.windowDays,
      clock.now(),
    );
    const same = { ...again, caption: post.caption, durationSeconds: post.durationSeconds };
    world.addPost(same);
    agenda.add(after(clock.now(), HOUR), () => submit(account, same, listing, 1));
  }
}

/**
 * Whether a buyer sees that money of the account no longer arrives. Who releases analytics first waits until
 * they had time to prove something.
 */
async function isFrozen(
  { db, clock }: LossWorld,
  { clipper, waitsSince, answers }: Account,
): Promise<boolean> {
  const patience = answers.releasesAnalytics ? PATIENCE_DAYS * DAY : 0;
  if (waitsSince && clock.now().getTime() - waitsSince.getTime() >= patience) return true;
  const { rows } = await sql`
    select from clip_tracking t join fraud_holds h on h.submission_id = t.submission_id
    where t.clipper_id = ${clipper.userId} and h.state in ('open', 'escalated', 'upheld') limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

async function nextPollAt({ db }: LossWorld): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(next_poll_at) as at from clip_tracking where state = 'polling'`.execute(db);
  return rows[0]!.at;
}

type Act = () => Promise<void>;

/** Acts by the moment at which they are due. */
function newAgenda() {
  const due = new Map<number, Act[]>();
  let moments: number[] = [];
  return {
    add(at: Date, act: Act): void {
      const key = at.getTime();
      const known = due.get(key);
      if (known) return void known.push(act);
      due.set(key, [act]);
      moments = [...moments, key].sort((a, b) => a - b);
    },
    nextAt: (): Date | null => (moments.length > 0 ? new Date(moments[0]!) : null),
    takeDue(now: Date): Act[] {
      const taken: Act[] = [];
      while (moments.length > 0 && moments[0]! <= now.getTime()) {
        const key = moments.shift()!;
        taken.push(...due.get(key)!);
        due.delete(key);
      }
      return taken;
    },
  };
}

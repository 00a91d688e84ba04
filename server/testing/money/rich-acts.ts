import { type RawBuilder, sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { after, SECOND } from '#server/infra/clock.ts';
import { count } from '#server/testing/clips.ts';
import { listingBody } from '#server/testing/listings.ts';
import { testHold } from '#server/testing/questions.ts';
import type { RichWorld } from './rich-world.ts';

/** Does one thing in the world. */
export type Act = (w: RichWorld) => unknown;

const micros = (cents: number): string => String(BigInt(cents) * 10_000n);
const reason = { reason: 'Looked at it.' };
const note = { note: 'Looked at it.' };

const isHeld = sql`exists (select from fraud_holds h where h.submission_id = s.id and h.state in ('open', 'escalated'))`;

/** The rows among which acts choose one by its position. */
const FOUND = {
  pendingClip: sql`select id from submissions where status = 'pending' and decision is null order by id`,
  countedClip: sql`select s.id from submissions s join clip_tracking t on t.submission_id = s.id
    where t.state = 'polling' and not ${isHeld} order by s.id`,
  heldClip: sql`select h.id from fraud_holds h join submissions s on s.id = h.submission_id
    where h.state in ('open', 'escalated') order by s.id`,
  rejectedClip: sql`select id from submissions where status = 'rejected' order by id`,
  approvedClip: sql`select id from submissions where status = 'approved' order by id`,
  openListing: sql`select id from listings where state in ('active', 'paused') order by id`,
  unsettledListing: sql`select id from listings where state in ('active', 'paused', 'ended') order by id`,
  arrivedDeposit: sql`select id from deposits where state = 'confirmed' order by id`,
  arrivedCard: sql`select id from deposits where rail = 'stripe' and state = 'confirmed' order by id`,
  questionedDeposit: sql`select id from deposits
    where state in ('disputed', 'charged_back') or frozen_at is not null order by id`,
  sentRefund: sql`select id from deposit_refunds where state = 'refunding' order by id`,
  requestedPayout: sql`select id from payouts where state = 'requested' order by id`,
  sentPayout: sql`select id from payouts where rail = 'paypal' and state in ('processing', 'paid') order by state, id`,
  debtor: sql`select owner_id as id from ledger_accounts
    where kind = 'clipper_owed' and balance_micros < 0 order by owner_id`,
} satisfies Record<string, RawBuilder<unknown>>;

async function find(w: RichWorld, what: keyof typeof FOUND, n: number): Promise<string> {
  const { rows } = await FOUND[what].execute(w.db);
  return (rows[n % rows.length] as { id: string }).id;
}

type Owned = 'listings' | 'deposits' | 'payouts' | 'submissions';

/** Returns the person to whom a row belongs. */
async function ownerOf(w: RichWorld, table: Owned, id: string) {
  const column = sql.ref(table === 'listings' || table === 'deposits' ? 'host_id' : 'clipper_id');
  const { rows } = await sql<{ owner: string }>`
    select ${column} as owner from ${sql.table(table)} where id = ${id}`.execute(w.db);
  return [...w.hosts, ...w.clippers].find(({ userId }) => userId === rows[0]!.owner)!;
}

const asAdmin = (w: RichWorld, path: string, body?: object) =>
  w.send('POST', `/api/admin/${path}`, { as: w.admin, ...(body && { body }) });

async function asOwner(w: RichWorld, table: Owned, id: string, what: string, body?: object) {
  const as = await ownerOf(w, table, id);
  return await w.send('POST', `/api/${table}/${id}/${what}`, { as, ...(body && { body }) });
}

export const money = {
  card:
    (who: number, cents: number): Act =>
    async (w) => {
      const as = w.hosts[who]!;
      const { body } = await w.send('POST', '/api/deposits/card', {
        as,
        body: { amountMicros: micros(cents) },
      });
      const opened = await w.send('POST', `/api/deposits/${body.id}/open`, { as });
      const form = new URLSearchParams({ method: 'card', number: '4242424242424242' });
      await (await fetch(opened.body.url, { method: 'POST', body: form, redirect: 'manual' })).arrayBuffer();
    },
  testCard:
    (who: number, cents: number): Act =>
    (w) =>
      w.send('POST', '/api/deposits/test-card', { as: w.hosts[who]!, body: { amountMicros: micros(cents) } }),
  /** A transfer arrives, with some cents more than announced. */
  bank:
    (who: number, cents: number, excess: number): Act =>
    async (w) => {
      const asked = { as: w.hosts[who]!, body: { amountMicros: micros(cents) } };
      const { body } = await w.send('POST', '/api/deposits/bank', asked);
      const found = { bankReference: `bank ${++w.asked}`, amountMicros: micros(cents + excess) };
      await asAdmin(w, `deposits/${body.id}/confirm`, found);
    },
  refund:
    (n: number): Act =>
    async (w) =>
      await asOwner(w, 'deposits', await find(w, 'arrivedDeposit', n), 'refund'),
  endRefund:
    (how: 'paid' | 'failed'): Act =>
    async (w) =>
      await asAdmin(
        w,
        `refunds/${await find(w, 'sentRefund', 0)}/${how}`,
        how === 'paid' ? { reference: 'bank 1' } : reason,
      ),
  refundAtStripe:
    (n: number, cents: number): Act =>
    async (w) =>
      await w.simulator.atStripe({ do: 'refund', reference: await find(w, 'arrivedCard', n), cents }),
  dispute:
    (n: number): Act =>
    async (w) =>
      await w.simulator.atStripe({ do: 'dispute', reference: await find(w, 'arrivedCard', n) }),
  closeDispute:
    (n: number, outcome: 'won' | 'lost'): Act =>
    async (w) => {
      const reference = await find(w, 'questionedDeposit', n);
      return await w.simulator.atStripe({ do: 'close-dispute', reference, outcome });
    },
  lift:
    (n: number): Act =>
    async (w) =>
      await asAdmin(w, `deposits/${await find(w, 'questionedDeposit', n)}/lift`, reason),
};

interface Terms {
  min?: number;
  cents?: number;
  days?: number;
}

const MAXIMUM_CENTS = 1_000;

export const listing = {
  post:
    (
      who: number,
      policy: 'open' | 'capped' | 'reserved',
      rate: number,
      { min = 0, cents = 4_000, days = 7 }: Terms = {},
    ): Act =>
    (w) => {
      const rules = {
        minViews: min,
        maxPayoutMicros: policy === 'open' ? null : micros(Math.min(MAXIMUM_CENTS, cents)),
        allocation: policy === 'reserved' ? 'reserved' : 'first_approved',
        trackingDays: days,
      };
      const body = { ...listingBody, rateCentsPerMille: rate, budgetMicros: micros(cents), rules };
      return w.send('POST', '/api/listings', { as: w.hosts[who]!, body });
    },
  topUp:
    (n: number, cents: number): Act =>
    async (w) =>
      await asOwner(w, 'listings', await find(w, 'openListing', n), 'top-up', {
        amountMicros: micros(cents),
      }),
  end:
    (n: number): Act =>
    async (w) =>
      await asOwner(w, 'listings', await find(w, 'openListing', n), 'end'),
  removeForFraud:
    (n: number): Act =>
    async (w) =>
      await asAdmin(w, `listings/${await find(w, 'unsettledListing', n)}/remove`, {
        ...reason,
        paymentFraud: true,
      }),
};

export const clip = {
  submit:
    (n: number, clipper: number): Act =>
    async (w) => {
      const listingId = await find(w, 'openListing', n);
      const url = `https://www.tiktok.com/@clips/video/${7_300_000_000_000_000_000n + BigInt(++w.asked)}`;
      const body = { listingId, url, platform: 'tiktok', reportedViews: 0 };
      const reply = await w.send('POST', '/api/submissions', { as: w.clippers[clipper]!, body });
      w.clipIds.push(reply.body.id);
    },
  /** Decides the first pending clip as its host. */
  decide:
    (how: 'approve' | 'reject'): Act =>
    async (w) => {
      const clip = await find(w, 'pendingClip', 0);
      const { rows } = await sql<{ host_id: AccountId }>`
      select l.host_id from submissions s join listings l on l.id = s.listing_id where s.id = ${clip}`.execute(
        w.db,
      );
      const as = w.hosts.find(({ accountId }) => accountId === rows[0]!.host_id)!;
      const body = how === 'reject' ? { reason: 'wrong_content', note: null } : undefined;
      await w.send('POST', `/api/submissions/${clip}/${how}`, { as, ...(body && { body }) });
      // The host can undo the decision until then.
      w.clock.advance(11 * SECOND);
    },
  appeal: (): Act => async (w) => {
    const clip = await find(w, 'rejectedClip', 0);
    const as = await ownerOf(w, 'submissions', clip);
    const body = { text: 'It is from the stream.' };
    await w.send('POST', `/api/clipper/submissions/${clip}/appeal`, { as, body });
  },
  /** Counts clips in a row, as far as they are still counted, each at another moment. */
  count:
    (first: number, ...views: number[]): Act =>
    async (w) => {
      for (const [index, counted] of views.entries()) {
        const id = w.clipIds[(first + index) % w.clipIds.length]!;
        const tracked = w.db.selectFrom('clip_tracking').select('state').where('submission_id', '=', id);
        if ((await tracked.executeTakeFirstOrThrow()).state !== 'polling') continue;
        const at = after(w.clock.now(), 1);
        w.clock.advance(2);
        await count(w.db, id, counted, at, { band: 'clean' });
      }
    },
  hold:
    (n: number, fromViews: number, toViews: number): Act =>
    async (w) =>
      await testHold(w.db, await find(w, 'countedClip', n), w.clock.now(), { fromViews, toViews }),
  decideHold:
    (n: number, how: 'release' | 'uphold'): Act =>
    async (w) =>
      await asAdmin(w, `fraud-holds/${await find(w, 'heldClip', n)}/${how}`, note),
  upholdFraud:
    (n: number, toViews: number): Act =>
    async (w) =>
      await asAdmin(w, `submissions/${await find(w, 'approvedClip', n)}/uphold-fraud`, {
        fromViews: 0,
        toViews,
        ...note,
      }),
};

export const payout = {
  withdraw:
    (clipper: number, cents: number | null): Act =>
    (w) =>
      w.send('POST', '/api/payouts', {
        as: w.clippers[clipper]!,
        body: cents === null ? {} : { amountMicros: micros(cents) },
      }),
  cancel:
    (n: number): Act =>
    async (w) =>
      await asOwner(w, 'payouts', await find(w, 'requestedPayout', n), 'cancel'),
  byHand:
    (n: number, how: 'paid' | 'failed'): Act =>
    async (w) => {
      const id = await find(w, 'requestedPayout', n);
      await asAdmin(w, `payouts/${id}/process`);
      await asAdmin(w, `payouts/${id}/${how}`, how === 'paid' ? { reference: 'transfer 1' } : reason);
    },
  returnAtPaypal:
    (n: number): Act =>
    async (w) =>
      await w.simulator.control.steerPaypal({
        item: { senderItemId: await find(w, 'sentPayout', n), state: 'RETURNED' },
      }),
  writeOff:
    (n: number): Act =>
    async (w) =>
      await asAdmin(w, `users/${await find(w, 'debtor', n)}/write-off-debt`, reason),
  closeAccount:
    (clipper: number): Act =>
    async (w) => {
      const as = w.clippers[clipper]!;
      const body = { confirmation: `p_${as.userId.slice(-12)}` };
      const { status } = await w.send('POST', '/api/account/close', { as, body });
      if (status === 200) w.gone.add(as.userId);
    },
};

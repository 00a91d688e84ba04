import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import { EMBED_COLOR, type Embed } from './embed.ts';
import { plainForDiscord } from './plain-text.ts';

const PLACES = 10;
const NAME_MAX = 60;

interface Row {
  username: string;
  views: bigint;
  clips: number;
}

/**
 * Shows the clippers with the most verified views for a host in the seven days before `until`; null if there
 * are none. Clippers who hide their earnings are left out, because views times a listing's rate are earnings.
 */
export async function leaderboardEmbed(db: Database, hostId: AccountId, until: Date): Promise<Embed | null> {
  const { rows } = await sql<Row>`
    select p.username, sum(a.views_to - a.views_from)::bigint as views, count(distinct a.submission_id)::int as clips
    from listings l
    join clip_earnings e on e.listing_id = l.id
    join accruals a on a.submission_id = e.submission_id and a.state <> 'reversed'
      and a.accrued_at >= ${after(until, -7 * DAY)} and a.accrued_at < ${until}
    join profiles p on p.user_id = a.clipper_id and p.username is not null and not p.earnings_hidden
    join accounts u on u.id = a.clipper_id and u.banned_at is null and u.closed_at is null
    where l.host_id = ${hostId}
    group by p.username order by views desc, p.username limit ${PLACES}`.execute(db);
  if (rows.length === 0) return null;
  return {
    title: 'Most verified views in the last seven days',
    description: rows.map(lineOf).join('\n'),
    color: EMBED_COLOR,
  };
}

const counted = new Intl.NumberFormat('en');

const lineOf = ({ username, views, clips }: Row, at: number): string =>
  `${at + 1}. **${plainForDiscord(username, NAME_MAX)}** · ${counted.format(views)} views · ${clips} ${clips === 1 ? 'clip' : 'clips'}`;

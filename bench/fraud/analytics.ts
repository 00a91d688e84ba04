import type { PostPlatform } from '#contract/platforms/platforms.ts';
import type { AnalyticsPeriod, ClipAnalytics, Shares } from '#server/modules/scoring/score/analytics.ts';
import { blend, drawAccount, mapped, normalized, shown, type Viewers, viewersOf } from './audiences.ts';
import { HOURS_PER_STEP } from './growth.ts';
import { oddViewers } from './odd-audiences.ts';
import type { Random } from './random.ts';
import type { Drawn } from './scenarios.ts';
import { drawSeller, type Seller, soldViewers } from './sellers.ts';

/** Ends of the periods in hours after the post: days at first, then longer. */
const ENDS = [24, 48, 72, 120, 168, 240, 336, 504, 672];
/** Share of accounts with too few clips for a comparison. The sellers are in `sellers.ts`. */
const NEW_ACCOUNTS = 0.1;

/** Draws the analytics that the owner could share at some hour; null when the clip is too young for any. */
export function drawAnalytics(
  random: Random,
  platform: PostPlatform,
  until: number,
  drawn: Drawn,
): { analytics: ClipAnalytics | null; seller: Seller } {
  const seller = drawn.seller ?? drawSeller(random);
  return { seller, analytics: drawReleased(random, platform, until, { ...drawn, seller }) };
}

function drawReleased(
  random: Random,
  platform: PostPlatform,
  until: number,
  drawn: Drawn & { seller: Seller },
): ClipAnalytics | null {
  if (until < ENDS[0]!) return null;
  const account = drawAccount(random, platform);
  const usual = viewersOf(random, account);
  const honest = drawn.audience ? oddViewers(random, drawn.audience, usual) : usual;
  const bought = soldViewers(random, drawn.seller, usual);
  const periods: AnalyticsPeriod[] = [];
  let fromHours = 0;
  for (const toHours of [
    ...ENDS.filter((end) => end < until),
    ENDS.find((end) => end >= until) ? until : 0,
  ]) {
    if (toHours <= fromHours) continue;
    const { views, part } = viewsOf(drawn, fromHours, toHours);
    if (views > 0)
      periods.push(periodOf(random, platform, { fromHours, toHours, views }, honest, bought, part));
    fromHours = toHours;
  }
  const clips = random.chance(NEW_ACCOUNTS) ? 1 : Math.ceil(random.logBetween(3, 60));
  const average = {
    ...account,
    percentage: account.percentage * random.logNormal(1, 0.22 / Math.sqrt(clips)),
  };
  return {
    durationSeconds: random.between(12, 60),
    periods,
    account: {
      clips,
      views: clips * random.logNormal(8_000, 1),
      engagedShare: platform === 'youtube' ? account.engaged : null,
      ...shown(platform, average),
    },
  };
}

/** Returns the views of a period, and their bought share. */
function viewsOf({ growth }: Drawn, fromHours: number, toHours: number) {
  const [from, to] = [fromHours / HOURS_PER_STEP, toHours / HOURS_PER_STEP];
  let [views, added, bought] = [0, 0, 0];
  for (let i = Math.ceil(from); i < Math.min(growth.steps, to); i++) {
    views += growth.views[i]!;
    added += Math.max(0, growth.views[i]!);
    bought += growth.bought[i]!;
  }
  return { views: Math.max(0, Math.round(views)), part: added > 0 ? Math.min(1, bought / added) : 0 };
}

type Span = Pick<AnalyticsPeriod, 'fromHours' | 'toHours' | 'views'>;

/** Draws the figures of a period in which `part` of the views was bought. */
export function periodOf(
  random: Random,
  platform: PostPlatform,
  span: Span,
  honest: Viewers,
  bought: Viewers,
  part: number,
): AnalyticsPeriod {
  const viewers = mixed(honest, bought, part);
  // Random variation, including from day to day.
  const noise = (spread: number) => random.logNormal(1, spread + 1 / Math.sqrt(span.views));
  viewers.percentage *= noise(0.06);
  viewers.sources = normalized(mapped(viewers.sources, (share) => share * noise(0.15)));
  viewers.countries = normalized(mapped(viewers.countries, (share) => share * noise(0.2)));
  viewers.devices = normalized(mapped(viewers.devices, (share) => share * noise(0.1)));
  const views = Math.round(span.views * random.between(0.98, 1.01));
  return {
    ...span,
    views,
    ...shown(platform, viewers),
    engagedViews:
      platform === 'youtube' ? Math.round(views * Math.min(1, viewers.engaged * noise(0.05))) : null,
    watchSeconds: null,
    reach:
      platform === 'youtube' ? null : Math.round(views / Math.max(1, viewers.viewsPerReach * noise(0.05))),
  };
}

function mixed(honest: Viewers, bought: Viewers, part: number): Viewers {
  const number = (of: (viewers: Viewers) => number) => of(bought) * part + of(honest) * (1 - part);
  const all = <Kind extends string>(of: (viewers: Viewers) => Shares<Kind>) =>
    blend(normalized(of(bought)), of(honest), part);
  return {
    percentage: number((viewers) => viewers.percentage),
    engaged: number((viewers) => viewers.engaged),
    viewsPerReach: 1 / number((viewers) => 1 / viewers.viewsPerReach),
    subscribed: number((viewers) => viewers.subscribed),
    sources: all((viewers) => viewers.sources),
    countries: all((viewers) => viewers.countries),
    devices: all((viewers) => viewers.devices),
  };
}

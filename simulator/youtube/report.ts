import { dayAfter, daysBetween, pacificMidnight } from '#contract/pacific-days.ts';
import { boughtAt, countsAt } from '../posts/posts.ts';
import { type Viewers, viewersOf } from '../posts/viewers.ts';
import { between, streamOf } from '../random.ts';
import type { Account, Post } from '../state.ts';
import type { World } from '../world.ts';

const HOUR_MS = 3_600_000;

/** A video's figures of one day in California. */
export interface ReportedDay {
  day: string;
  views: number;
  viewers: Viewers;
}

/**
 * Returns the days of a span that the report contains, in order. The report is two to three days late, and
 * ends with the last complete day.
 */
export function reportedDays(
  world: World,
  { account, post }: { account: Account; post: Post },
  span: { from: string; to: string },
): ReportedDay[] {
  const days: ReportedDay[] = [];
  for (const day of daysBetween(span.from, span.to)) {
    const start = pacificMidnight(day);
    const end = pacificMidnight(dayAfter(day));
    const stream = streamOf('report', post.seed, day);
    const lateHours = between(stream, 48, 66);
    if (end.getTime() + lateHours * HOUR_MS > world.clock.now().getTime()) break;
    const { views, bought } = growthIn(post, start, end);
    // The report omits a day without views.
    if (views === 0) continue;
    const viewers = viewersOf(account, post, bought / views);
    days.push({ day, views: Math.round(views * between(stream, 0.985, 1.005)), viewers });
  }
  return days;
}

function growthIn(post: Post, from: Date, to: Date): { views: number; bought: number } {
  const views = Math.max(0, countsAt(post, to).views - countsAt(post, from).views);
  return { views, bought: Math.min(views, Math.max(0, boughtAt(post, to) - boughtAt(post, from))) };
}

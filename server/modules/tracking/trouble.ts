import { sql } from 'kysely';
import { GONE_GRACE_DAYS } from '#contract/limits.ts';
import { type PostPlatform, platforms } from '#contract/platforms/platforms.ts';
import type { CountingTrouble } from '#contract/tracking.ts';
import type { ClipTracking } from '#db/types.ts';
import { after, DAY } from '#server/infra/clock.ts';

/** Columns that show how counting works. Queries of other modules select them too. */
export interface CountingColumns {
  tracking_state: string;
  missing_since: Date | null;
  failures: number;
  trouble: ClipTracking['trouble'];
  last_fetched_at: Date | null;
}

/** SQL: the columns of `CountingColumns`, for `select`. Needs clip_tracking joined as `t`. */
export const countingColumns = sql<CountingColumns>`
  t.state as tracking_state, t.missing_since, t.failures, t.trouble, t.last_fetched_at`;

const away = 'It earns nothing for now. Views counted so far stay.';

/**
 * Returns the problem with reading a clip's views, as people see it; null if there is none or the clip is no
 * longer counted.
 */
export function countingTrouble(row: CountingColumns, platform: PostPlatform): CountingTrouble | null {
  const { missing_since: since, trouble } = row;
  if (row.tracking_state === 'gone') {
    return {
      kind: 'final',
      title: 'Counting is over.',
      sentence: `The post could not be read for ${GONE_GRACE_DAYS} days. The count at that time is final.`,
      since,
      finalAt: null,
    };
  }
  if (row.tracking_state !== 'polling') return null;
  if (since !== null) {
    const why = trouble && isLoss(trouble) ? trouble : 'post_hidden';
    return { ...missing[why], since, finalAt: after(since, GONE_GRACE_DAYS * DAY) };
  }
  // A clip that waits for a free call has not failed.
  if (row.failures === 0 && trouble !== 'quota') return null;
  return {
    kind: (trouble === null ? null : kindOfDelay[trouble]) ?? 'delayed',
    ...delayed(trouble, platforms[platform].name),
    since: row.last_fetched_at,
    finalAt: null,
  };
}

const kindOfDelay: Partial<Record<NonNullable<ClipTracking['trouble']>, CountingTrouble['kind']>> = {
  no_counts: 'no_counts',
  not_set_up: 'not_set_up',
  refused: 'not_set_up',
};

const missing = {
  post_hidden: {
    kind: 'unreadable',
    title: 'The post can’t be read.',
    sentence: `It is deleted, private, unlisted or blocked. ${away} Make it public again, and counting continues where it stopped.`,
  },
  not_connected: {
    kind: 'not_connected',
    title: 'The account is not connected.',
    sentence: `Its views can’t be read without it. ${away} Connect it again, and counting continues where it stopped.`,
  },
  no_permission: {
    kind: 'not_connected',
    title: 'The account can’t be read.',
    sentence: `A permission was taken back, the account is restricted or, on Instagram, no longer professional. ${away} Fix that and connect the account again, and counting continues where it stopped.`,
  },
  before_professional: {
    kind: 'uncountable',
    title: 'The post can no longer be counted.',
    sentence: `Instagram gives no views of posts from before an account last became professional. ${away}`,
  },
  unsupported: {
    kind: 'uncountable',
    title: 'The post can no longer be counted.',
    sentence: `Its platform gives no views of this kind of post. ${away}`,
  },
} as const;

const isLoss = (trouble: string): trouble is keyof typeof missing => Object.hasOwn(missing, trouble);

function delayed(trouble: ClipTracking['trouble'], name: string) {
  if (trouble === 'no_counts') {
    return {
      title: `${name} has no counts yet.`,
      sentence: 'Counts can be up to two days late. We read them as soon as they are available.',
    };
  }
  if (trouble === 'not_set_up') {
    return {
      title: `We can’t read ${name} right now.`,
      sentence:
        'This server has no API keys for it. Views counted so far stay, and counting continues once it has them.',
    };
  }
  if (trouble === 'refused') {
    return {
      title: `${name} refuses our requests.`,
      sentence:
        'Permille’s operator sees this and has to fix it. Views counted so far stay, and counting then continues automatically.',
    };
  }
  if (trouble === 'impossible_count') {
    return {
      title: `${name} sent a count that can’t be right.`,
      sentence: 'We ignore it and read the views again automatically. Views counted so far stay.',
    };
  }
  const titles = { quota: `${name} asks us to wait.`, no_answer: `${name} does not answer as it should.` };
  const title =
    trouble === 'quota' || trouble === 'no_answer' ? titles[trouble] : 'The views could not be read.';
  return { title, sentence: 'Nothing is lost: we will read the views again automatically.' };
}

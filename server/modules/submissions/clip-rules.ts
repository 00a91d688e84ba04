import { sql } from 'kysely';
import type { ClipRule } from '#contract/clips/clips.ts';
import { momentText } from '#contract/dates.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import type { Database } from '#server/infra/transaction.ts';
import { DISCLOSURE, missingSentence, sayPaid } from './caption.ts';
import { lengthAllowed } from './rules.ts';

interface Known {
  platform: PostPlatform;
  posted_at: Date;
  duration_seconds: number | null;
  required_tags: string[];
  disclosure_required: boolean;
  min_seconds: number | null;
  max_seconds: number | null;
  /** Parts that the caption lacks; null if no platform shows us the caption. */
  missing: string[] | null;
}

/**
 * Returns the requirements of the listing's terms under which the clip was submitted, each with whether the
 * post fulfils the requirement. The clip must exist.
 */
export async function readClipRules(db: Database, submissionId: string): Promise<ClipRule[]> {
  const { rows } = await sql<Known>`
    select s.platform, s.posted_at, s.duration_seconds, v.required_tags, v.disclosure_required, v.min_seconds,
      v.max_seconds, w.missing
    from submissions s
    join listing_versions v on v.listing_id = s.listing_id and v.version = s.listing_version
    left join caption_checks w on w.submission_id = s.id
    where s.id = ${submissionId}`.execute(db);
  const clip = rows[0]!;
  return [
    {
      rule: 'posted_at',
      state: 'kept',
      sentence: `Posted ${momentText(clip.posted_at)}, after the listing started.`,
    },
    ...lengthRule(clip),
    ...captionRules(clip),
  ];
}

function lengthRule({ duration_seconds: seconds, min_seconds: min, max_seconds: max }: Known): ClipRule[] {
  if (min === null && max === null) return [];
  const range = `${min ?? 1} to ${max ?? 600} seconds are allowed`;
  if (seconds === null) return [{ rule: 'length', state: 'unread', sentence: `${range}. ${forTheHost}` }];
  const state = lengthAllowed(seconds, min, max) ? 'kept' : 'broken';
  return [{ rule: 'length', state, sentence: `${seconds} seconds long; ${range}.` }];
}

function captionRules({
  platform,
  missing,
  required_tags: tags,
  disclosure_required: paid,
}: Known): ClipRule[] {
  const asked: ClipRule[] = [];
  const state = (isMissing: boolean | undefined) =>
    isMissing === undefined ? 'unread' : isMissing ? 'broken' : 'kept';
  if (tags.length > 0) {
    const absent = missing?.filter((tag) => tag !== DISCLOSURE);
    const sentence = {
      kept: `The caption names ${tags.join(' and ')}.`,
      broken: missingSentence(absent ?? [], platform),
      unread: `The caption must name ${tags.join(' and ')}. ${forTheHost}`,
    };
    const is = state(absent && absent.length > 0);
    asked.push({ rule: 'tags', state: is, sentence: sentence[is] });
  }
  if (paid) {
    const sentence = {
      kept: 'The post says that it is paid.',
      broken: sayPaid(platform),
      unread: `${sayPaid(platform)} ${forTheHost}`,
    };
    const is = state(missing?.includes(DISCLOSURE));
    asked.push({ rule: 'disclosure', state: is, sentence: sentence[is] });
  }
  return asked;
}

const forTheHost = 'The host checks this in the post.';

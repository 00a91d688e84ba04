import type { AccountId } from '#contract/accounts/ids.ts';
import { CAPTION_FIX_HOURS, CAPTION_REPEAT_DAYS } from '#contract/limits.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { missingSentence } from './caption.ts';

type Event =
  | 'caption_check_failed'
  | 'caption_check_overdue'
  | 'caption_check_repeated'
  | 'caption_check_passed';

/**
 * Returns the kind of notification for an event. Clips that stopped earning with and without a deadline have
 * the same kind, so that people choose its channels once.
 */
const kindOf = (event: Event) => (event === 'caption_check_repeated' ? 'caption_check_overdue' : event);

interface Subject {
  submissionId: string;
  clipper_id: AccountId;
  host_id: AccountId;
  platform: PostPlatform;
  missing: readonly string[];
  title: string;
  now: Date;
}

/** Writes the audit row of a caption check and notifies clipper and host. */
export async function notifyOfCaption(tx: Tx, clip: Subject, event: Event): Promise<void> {
  const { submissionId, clipper_id, host_id, platform, missing, title, now } = clip;
  await writeAudit(tx, bySystem(now), `submission.${event}`, 'submission', submissionId, { missing });
  const { toClipper, toHost } = texts[event](title, missingSentence(missing, platform));
  await notify(
    tx,
    [
      {
        ...toClipper,
        accountId: clipper_id,
        kind: `submission.${kindOf(event)}`,
        link: `/clips/${submissionId}`,
      },
      {
        ...toHost,
        accountId: host_id,
        kind: `listing.clip_${kindOf(event)}`,
        link: `/clips/${submissionId}`,
      },
    ],
    now,
  );
}

const texts: Record<
  Event,
  (title: string, sentence: string) => Record<'toClipper' | 'toHost', { title: string; body: string }>
> = {
  caption_check_failed: (title, sentence) => ({
    toClipper: {
      title: 'Fix the caption of your clip',
      body: `${sentence} Fix it within ${CAPTION_FIX_HOURS} hours and you lose nothing. Earnings of your clip for "${title}" stay pending until you do; after ${CAPTION_FIX_HOURS} hours it earns nothing until you fix it. If a caption of yours fails again within ${CAPTION_REPEAT_DAYS} days, the clip earns nothing from then on until you fix it.`,
    },
    toHost: {
      title: 'A clip is missing what you ask for',
      body: `A clip for "${title}": ${sentence} Its clipper has ${CAPTION_FIX_HOURS} hours to fix it. Its earnings stay pending until then; after ${CAPTION_FIX_HOURS} hours it earns nothing until it is fixed.`,
    },
  }),
  caption_check_overdue: (title, sentence) => ({
    toClipper: {
      title: 'Your clip earns nothing right now',
      body: `${sentence} Fix it, and your clip for "${title}" earns again. Views in between count too, as far as the budget goes.`,
    },
    toHost: {
      title: 'A clip earns nothing right now',
      body: `A clip for "${title}" was not fixed in time. ${sentence}`,
    },
  }),
  caption_check_repeated: (title, sentence) => ({
    toClipper: {
      title: 'Your clip earns nothing right now',
      body: `${sentence} Fix it, and your clip for "${title}" earns again. Views in between count too, as far as the budget goes. This time there are no ${CAPTION_FIX_HOURS} hours to fix it, because a caption of yours failed within the last ${CAPTION_REPEAT_DAYS} days.`,
    },
    toHost: {
      title: 'A clip earns nothing right now',
      body: `A clip for "${title}": ${sentence} Its clipper was warned before, so it earns nothing until it is fixed.`,
    },
  }),
  caption_check_passed: (title) => ({
    toClipper: {
      title: 'Caption fixed',
      body: `Your clip for "${title}" has everything it needs again. It keeps earning as before.`,
    },
    toHost: { title: 'A clip was fixed', body: `A clip for "${title}" meets your requirements again.` },
  }),
};

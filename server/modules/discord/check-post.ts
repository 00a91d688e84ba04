import type { AccountId } from '#contract/accounts/ids.ts';
import type { SubmissionCheck } from '#contract/submissions/submissions.ts';
import { plainForDiscord } from '#server/modules/webhook-endpoints/webhook-endpoints.ts';
import type { Answer } from './answer.ts';
import type { DiscordDeps } from './discord-deps.ts';
import { listingNamed } from './find-listings.ts';

const TEXT_MAX = 160;
/** A message's list has at most this many characters, which leaves room for its last line. */
const LINES_MAX = 1_300;

/**
 * Checks whether a post would be accepted, and links the page on which its clipper can submit it. Nothing is
 * submitted from Discord.
 */
export async function answerSubmit(
  { db, appUrl, dryRun }: Pick<DiscordDeps, 'db' | 'appUrl' | 'dryRun'>,
  clipperId: AccountId,
  { listing = '', post = '' }: { listing?: string; post?: string },
): Promise<Answer> {
  const listingId = await listingNamed(db, listing);
  const url = post.trim();
  const run = listingId === null ? null : await dryRun({ clipperId, listingId, url });
  if (!run || listingId === null)
    return {
      content:
        'More than one listing, or none, has that name. Choose a suggestion, or paste the listing’s link.',
    };
  const failed = run.checks.filter(({ state }) => state === 'failed');
  const page = `${appUrl}/clipper/submit?${new URLSearchParams({ listing: listingId, url })}`;
  const head = run.passes
    ? 'This post passes every check.'
    : `This post would not be taken: ${failed.length} ${failed.length === 1 ? 'check fails' : 'checks fail'}.`;
  const last = run.passes ? `Submit it: <${page}>` : `Once it is right, submit it: <${page}>`;
  return { content: [head, ...shown(run.passes ? run.checks : failed), last].join('\n') };
}

function shown(checks: readonly SubmissionCheck[]): string[] {
  const lines = checks.map(lineOf);
  let letters = 0;
  return lines.filter((line) => {
    letters += line.length + 1;
    return letters <= LINES_MAX;
  });
}

const signs = { passed: '✅', failed: '❌', not_reached: '▫️' } as const;

const lineOf = ({ state, label, message }: SubmissionCheck): string =>
  `${signs[state]} ${plainForDiscord(label, TEXT_MAX)}${message ? `: ${plainForDiscord(message, TEXT_MAX)}` : ''}`;

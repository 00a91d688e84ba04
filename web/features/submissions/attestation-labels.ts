import type { ClipAttestation } from '#contract/attestations.ts';
import { CONFIRMATIONS_NEEDED } from '#contract/limits.ts';
import { formatCount } from '#web/ui/texts/count.ts';

/** Returns a title and a sentence about the result of reading a screenshot. */
export function attestationLabels(
  attestation: Pick<ClipAttestation, 'state' | 'reportedViews' | 'readViews' | 'showsAnalytics'>,
): {
  title: string;
  sentence: string;
} {
  if (attestation.showsAnalytics)
    return {
      title: 'Picture of the analytics.',
      sentence: 'A reviewer compares it with the clip’s counts. The host can’t see it.',
    };
  const reported = formatCount(attestation.reportedViews);
  const read = formatCount(attestation.readViews ?? 0);
  return {
    waiting: { title: 'Screenshot waiting.', sentence: 'It is read within a minute or two.' },
    match: { title: 'Screenshot matches.', sentence: `It shows ${read} views; ${reported} were reported.` },
    mismatch: {
      title: 'Screenshot does not match.',
      sentence: `It shows ${read}; ${reported} views were reported.`,
    },
    unreadable: { title: 'Screenshot unreadable.', sentence: 'No view count could be read from it.' },
  }[attestation.state];
}

/**
 * Returns a title and a sentence about the confirmations of a screenshot, for clips that are only counted
 * from screenshots.
 */
export function decisionText(
  {
    decision,
    countedViews,
    refusalNote,
    confirmations,
  }: Pick<ClipAttestation, 'decision' | 'countedViews' | 'refusalNote' | 'confirmations'>,
  takesAttestation: boolean,
): string {
  if (decision === 'confirmed') {
    return `Two reviewers confirmed it: the clip counts ${formatCount(countedViews ?? 0)} attested views.`;
  }
  if (decision === 'refused')
    return `Not accepted: ${refusalNote ?? ''}${takesAttestation ? ' Another screenshot can be sent.' : ''}`;
  if (!takesAttestation) return 'It was not confirmed, and the clip is no longer counted.';
  return `${confirmations} of ${CONFIRMATIONS_NEEDED} reviewers have confirmed it so far.`;
}

import { z } from 'zod';

interface Rules {
  label: string;
  /**
   * Tells the clipper how to fix the post, which can then be submitted once more. If absent, the rejection is
   * final.
   */
  fix?: string;
  /** The clip was dishonest, so the rejection counts against the clipper's record. */
  fraud?: true;
  /** The views were bought. The score learns from clips that people rejected for this reason. */
  boughtViews?: true;
  /**
   * The reason concerns the post itself rather than the listing. The same post by the same clipper is then
   * suspicious in other listings too.
   */
  followsPost?: true;
  /** The reason requires a note. */
  needsNote?: true;
}

const rows = {
  wrong_content: { label: 'Wrong content' },
  missing_disclosure: {
    label: 'Missing disclosure',
    fix: 'Edit the caption of your post: say that it is paid, with #ad or #sponsored, on YouTube also with its own label.',
  },
  duplicate: { label: 'Duplicate', followsPost: true },
  outside_window: { label: 'Outside the time window' },
  invalid_proof: { label: 'Invalid proof', fraud: true, followsPost: true },
  suspected_fake_views: {
    label: 'Suspected fake views',
    fraud: true,
    boughtViews: true,
    followsPost: true,
  },
  other: { label: 'Other', needsNote: true },
} satisfies Record<string, Rules>;

export type RejectReason = keyof typeof rows;

/**
 * The label and the rules of each reason. The database lists the same names (`submissions.reject_reason`).
 */
export const rejectReasons: Record<RejectReason, Rules> = rows;

const all = Object.keys(rows) as RejectReason[];

export const rejectReason = z.enum(all);

/** Options of a form, in display order. */
export const rejectReasonOptions = all.map((value) => ({ value, label: rows[value].label }));

/** Returns the text that the clipper reads: the reason, and the note if there is one. */
export const rejectionText = (reason: RejectReason | null, note: string | null): string =>
  [reason && rejectReasons[reason].label, note].filter(Boolean).join(': ');

/** Returns the reasons that have this rule. */
export const reasonsWith = (rule: Exclude<keyof Rules, 'label'>): RejectReason[] =>
  all.filter((reason) => rejectReasons[reason][rule]);

/** Returns the labels of the reasons with this rule, for use within a sentence: "missing disclosure". */
export const reasonTextsWith = (rule: Exclude<keyof Rules, 'label'>): string =>
  reasonsWith(rule)
    .map((reason) => rows[reason].label.toLowerCase())
    .join(' or ');

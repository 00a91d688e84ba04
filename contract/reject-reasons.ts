import { z } from 'zod';

interface Rules {
  label: string;
  /** How the clipper fixes it, after which the post may come back once; absent: the rejection is final. */
  fix?: string;
  /** It counts against the clipper's record: the clip was not honest. */
  fraud?: true;
  /** It is about the post, not about the listing: the same post of the same clipper is suspicious elsewhere too. */
  followsPost?: true;
  /** The reason says nothing without a note. */
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
  suspected_fake_views: { label: 'Suspected fake views', fraud: true, followsPost: true },
  other: { label: 'Other', needsNote: true },
} satisfies Record<string, Rules>;

export type RejectReason = keyof typeof rows;

/** Everything that differs from one reason to the next. The database lists the same names (`submissions.reject_reason`). */
export const rejectReasons: Record<RejectReason, Rules> = rows;

const all = Object.keys(rows) as RejectReason[];

export const rejectReason = z.enum(all);

/** The choices of a form, in the order in which they are shown. */
export const rejectReasonOptions = all.map((value) => ({ value, label: rows[value].label }));

/** What a clipper reads: the reason, and the note where there is one. */
export const rejectionText = (reason: RejectReason | null, note: string | null): string =>
  [reason && rejectReasons[reason].label, note].filter(Boolean).join(': ');

/** The reasons of which a rule holds. */
export const reasonsWith = (rule: Exclude<keyof Rules, 'label'>): RejectReason[] =>
  all.filter((reason) => rejectReasons[reason][rule]);

/** The same within a sentence: "missing disclosure". */
export const reasonTextsWith = (rule: Exclude<keyof Rules, 'label'>): string =>
  reasonsWith(rule)
    .map((reason) => rows[reason].label.toLowerCase())
    .join(' or ');

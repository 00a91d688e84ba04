import { APPEAL_DAYS } from '../limits.ts';
export const appealErrors = {
  appeal_not_possible: {
    status: 409,
    title: 'Nothing to appeal',
    detail: 'This clip has no rejection or fraud hold that can be appealed.',
  },
  appeal_used: {
    status: 409,
    title: 'Already appealed',
    detail: 'A decision can be appealed once. The page shows its outcome.',
  },
  appeal_too_late: {
    status: 409,
    title: 'Too late to appeal',
    detail: `A decision can be appealed within ${APPEAL_DAYS} days.`,
  },
  appeal_listing_closed: {
    status: 409,
    title: 'Listing closed',
    detail: 'This listing is closed and its budget was returned, so there is nothing left to pay from.',
  },
  appeal_state: {
    status: 409,
    title: 'Already decided',
    detail: 'This appeal has already been decided. The page shows how.',
  },
  appeal_post_in_use: {
    status: 409,
    title: 'Post in use',
    detail:
      'This post is in another submission that is pending or approved. It can count only once: decide on that one, and deny this appeal with a note.',
  },
  fraud_hold_undecided: {
    status: 409,
    title: 'Hold undecided',
    detail: 'Other views of this clip are on hold. Decide on them first, or choose all views.',
  },
  fraud_range: {
    status: 422,
    title: 'Range required',
    detail: 'The last view must be after the first one.',
  },
  nothing_owed: { status: 409, title: 'Nothing owed', detail: 'This person no longer owes anything.' },
} as const;

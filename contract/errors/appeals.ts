export const appealErrors = {
  appeal_not_possible: {
    status: 409,
    title: 'Nothing to appeal',
    detail: 'There is no rejection and no hold of this clip that can be appealed.',
  },
  appeal_used: {
    status: 409,
    title: 'Already appealed',
    detail: 'A decision can be appealed once. The page shows what became of the appeal.',
  },
  appeal_too_late: {
    status: 409,
    title: 'Too late to appeal',
    detail: 'A decision can be appealed within 7 days.',
  },
  appeal_listing_closed: {
    status: 409,
    title: 'Listing closed',
    detail: 'The listing is closed and its budget returned, so nothing could be paid any more.',
  },
  appeal_state: {
    status: 409,
    title: 'Already decided',
    detail: 'The appeal was decided meanwhile. The page shows how.',
  },
  appeal_post_in_use: {
    status: 409,
    title: 'Post in use',
    detail:
      'The post came back in another submission that is pending or approved. It can count only once: decide on that one, and dismiss this appeal with a note.',
  },
  hold_undecided: {
    status: 409,
    title: 'Hold undecided',
    detail: 'Other views of the clip are on hold. Decide that first, or take all views.',
  },
  fraud_range: {
    status: 422,
    title: 'Range required',
    detail: 'The last view must come after the first one.',
  },
  nothing_owed: { status: 409, title: 'Nothing owed', detail: 'There is no debt of this person any more.' },
} as const;

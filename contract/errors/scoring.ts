export const scoringErrors = {
  score_drift_state: {
    status: 409,
    title: 'Already closed',
    detail: 'This drift has already been closed. The report shows the result.',
  },
  score_drift_clips: {
    status: 409,
    title: 'Too few clips',
    detail:
      'Too few honest clips are known since the drift began. Wait for more, or continue with the same clips.',
  },
  score_proposal_state: {
    status: 409,
    title: 'Already decided',
    detail: 'This proposal has already been decided, or a newer one replaced it.',
  },
  review_not_open: {
    status: 409,
    title: 'No review is open',
    detail:
      'No reviewer is checking this clip’s views right now. The page shows the verdict; a hold can be appealed.',
  },
  score_asks_nobody: {
    status: 409,
    title: 'Nothing to let pass',
    detail: 'The score of this clip no longer needs a person’s decision. The page shows its verdict.',
  },
} as const;

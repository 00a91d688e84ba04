export const scoringErrors = {
  score_drift_state: {
    status: 409,
    title: 'Already closed',
    detail: 'Somebody has closed this drift in the meantime. The report shows how.',
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
    detail: 'This proposal was decided in the meantime, or a newer one took its place.',
  },
  review_not_open: {
    status: 409,
    title: 'No review is open',
    detail:
      'No reviewer is asked about this clip’s views now. The page shows the verdict; a hold can be appealed.',
  },
  score_asks_nobody: {
    status: 409,
    title: 'Nothing to let pass',
    detail: 'The score of this clip no longer needs a person’s decision. The page shows its verdict.',
  },
} as const;

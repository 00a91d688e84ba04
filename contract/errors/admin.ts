export const adminErrors = {
  hold_state: {
    status: 409,
    title: 'Already decided',
    detail: 'The hold is in another state by now. The page shows which.',
  },
  score_signal: {
    status: 422,
    title: 'Does not fit the signal',
    detail: 'Each threshold must keep its platform and its direction: what is more suspicious stays so.',
  },
} as const;

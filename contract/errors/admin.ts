export const adminErrors = {
  hold_state: {
    status: 409,
    title: 'Already decided',
    detail: 'The hold is in another state by now. The page shows which.',
  },
} as const;

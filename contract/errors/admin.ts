export const adminErrors = {
  second_admin_needed: {
    status: 409,
    title: 'A second admin has to agree',
    detail: 'Your agreement is noted. Another admin has to do exactly the same; until then nothing happens.',
  },
  hold_state: {
    status: 409,
    title: 'Already decided',
    detail: 'The hold is in another state by now. The page shows which.',
  },
} as const;

export const cohortErrors = {
  cohort_decided: {
    status: 409,
    title: 'Already decided',
    detail: 'An admin has already decided on these people. New links to them become another cohort.',
  },
  cohort_clips: {
    status: 422,
    title: 'Other clips now',
    detail: 'At least one of these clips can no longer be decided this way. Reload the page.',
  },
} as const;

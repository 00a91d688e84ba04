export const studioErrors = {
  studio_project_changed: {
    status: 409,
    title: 'Changed in another tab',
    detail: 'This project was changed in another tab or on another device. Load that version, or keep yours.',
  },
  studio_projects_full: {
    status: 409,
    title: 'Too many projects',
    detail:
      'Delete a project first: you have projects for 100 listings in the Clip Studio, which is the limit.',
  },
  studio_other_account: {
    status: 409,
    title: 'Another account is signed in',
    detail:
      'Another account was signed in in this browser. Sign in as yourself in another tab to save this project.',
  },
} as const;

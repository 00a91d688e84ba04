export const studioErrors = {
  studio_project_changed: {
    status: 409,
    title: 'Changed in another tab',
    detail: 'This project was changed in another tab or on another device. Load that version, or keep yours.',
  },
} as const;

export const profileErrors = {
  username_required: { status: 422, title: 'Username Required', detail: 'Please enter a username.' },
  username_too_short: {
    status: 422,
    title: 'Username Too Short',
    detail: 'Username must be at least 3 characters long.',
  },
  username_too_long: {
    status: 422,
    title: 'Username Too Long',
    detail: 'Username can be at most 30 characters long.',
  },
  username_invalid: {
    status: 422,
    title: 'Invalid Username',
    detail: 'Username can only contain letters, numbers, and underscores.',
  },
  username_taken: { status: 409, title: 'Error', detail: 'Username is already taken' },
  profile_not_found: { status: 404, title: 'Profile not found', detail: 'Profile not found' },
} as const;

export const adminErrors = {
  own_money: {
    status: 403,
    title: 'This is your own money',
    detail: 'You can’t decide about your own account’s money. Another admin has to.',
  },
  second_admin_needed: {
    status: 409,
    title: 'A second admin has to agree',
    detail:
      'Your approval is recorded. Another admin has to enter exactly the same; nothing happens until then.',
  },
  saved_filters_full: {
    status: 409,
    title: 'Too many saved filters',
    detail: 'You have saved 50 filters. Remove one that you no longer use, then save these.',
  },
  fraud_hold_state: {
    status: 409,
    title: 'Already decided',
    detail: 'This fraud hold has been decided in the meantime. The page shows how.',
  },
} as const;

export const adminErrors = {
  own_money: {
    status: 403,
    title: 'This is your own money',
    detail: 'Ask another admin to decide. You can’t decide about your own account’s money.',
  },
  second_admin_needed: {
    status: 409,
    title: 'A second admin has to agree',
    detail:
      'Ask another admin to enter exactly the same. Your approval is recorded; nothing happens until then.',
  },
  saved_filters_full: {
    status: 409,
    title: 'Too many saved filters',
    detail: 'You have saved 50 filters. Remove one that you no longer use, then save these.',
  },
  fraud_hold_state: {
    status: 409,
    title: 'Already decided',
    detail: 'This fraud hold has already been decided. The page shows how.',
  },
} as const;

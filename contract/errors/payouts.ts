export const payoutErrors = {
  withdrawal_minimum: {
    status: 422,
    title: 'Below the minimum',
    detail: 'A withdrawal needs at least $5.00 available.',
  },
  withdrawal_amount: {
    status: 422,
    title: 'Not this amount',
    detail: 'Choose an amount in whole cents that can leave now.',
  },
  age_unconfirmed: {
    status: 422,
    title: 'Age not confirmed',
    detail: 'Only people of 18 or older can be paid. Confirm your age in Settings, under Payout Information.',
  },
  payout_email_missing: {
    status: 422,
    title: 'Payment Email missing',
    detail: 'Enter the PayPal e-mail address that payouts go to.',
  },
  payout_email_waiting: {
    status: 409,
    title: 'Payment Email is new',
    detail: 'A changed payment e-mail can be used 24 hours after the change.',
  },
  payout_country_missing: {
    status: 422,
    title: 'Country missing',
    detail: 'Say first where you are paid, at the top of this page: not every country can be.',
  },
  payout_country_unsupported: {
    status: 422,
    title: 'Not available there',
    detail:
      'Payouts to this country are not possible, because of sanctions or because PayPal does not pay there.',
  },
  payout_account_unverified: {
    status: 409,
    title: 'Waits for its account',
    detail:
      'The account that earned it could not be shown to be its clipper’s still. It can be paid by hand when that lasts for seven days.',
  },
  payout_state: {
    status: 409,
    title: 'Not possible now',
    detail: 'The payout is in another state by now. The page shows which.',
  },
  payout_at_processor: {
    status: 409,
    title: 'PayPal has it',
    detail:
      'PayPal has this payout in hand and will say how it went. Nothing can be marked by hand meanwhile.',
  },
  payout_not_unclaimed: {
    status: 409,
    title: 'Not possible now',
    detail: 'Only a payment that nobody has claimed at PayPal can be taken back.',
  },
  processor_unreachable: {
    status: 503,
    title: 'PayPal does not answer',
    detail: 'Nothing was changed. Try again in a few minutes.',
  },
  payouts_paused: {
    status: 409,
    title: 'Payouts are paused',
    detail: 'Nothing leaves until payouts are resumed. What waits keeps its place.',
  },
  payout_frozen: {
    status: 409,
    title: 'Frozen',
    detail:
      'Its clipper is banned, or an admin has found views of theirs bought and a second one has not agreed yet. It can be picked up once that is decided.',
  },
  payout_owed: {
    status: 409,
    title: 'Its clipper owes',
    detail:
      'Its clipper owes for views that were not real. Nothing leaves before that is paid off or written off.',
  },
  payout_reference_required: {
    status: 422,
    title: 'Reference required',
    detail: 'Enter the reference of the payment, so that it can be found again.',
  },
} as const;

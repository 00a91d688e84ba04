export const depositErrors = {
  test_card_off: {
    status: 403,
    title: 'Test card not available',
    detail: 'The test card works in demo mode only.',
  },
  deposit_amount: {
    status: 422,
    title: 'Check the amount',
    detail: 'Amount must be between $10.00 and $100,000.00.',
  },
  rail_off: {
    status: 403,
    title: 'Not available',
    detail: 'Choose another way to pay: this server does not take this one.',
  },
  payment_unavailable: {
    status: 503,
    title: 'The payment page did not open',
    detail: 'The card processor does not answer. Nothing was charged. Try again in a moment.',
  },
  deposit_state: {
    status: 409,
    title: 'No longer possible',
    detail: 'The state of this deposit doesn’t allow that. The page now shows the current state.',
  },
  refund_nothing: {
    status: 409,
    title: 'Nothing to refund',
    detail: 'All of this deposit was spent on listings or has already been refunded.',
  },
  refund_open: {
    status: 409,
    title: 'Refund on its way',
    detail: 'A refund of this deposit is not finished yet.',
  },
  balance_frozen: {
    status: 409,
    title: 'Balance frozen',
    detail: 'Contact support: your balance is frozen because the bank questioned or took back a payment.',
  },
  transfer_amount: {
    status: 422,
    title: 'Check the amount',
    detail: 'Enter the amount on the bank’s statement: above zero, in whole cents.',
  },
  bank_reference_used: {
    status: 409,
    title: 'Reference already used',
    detail: 'This transfer is already recorded: it confirmed another deposit or is listed under Suspense.',
  },
} as const;

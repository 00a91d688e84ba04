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
} as const;

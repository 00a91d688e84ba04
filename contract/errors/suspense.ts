export const suspenseErrors = {
  suspense_resolved: {
    status: 409,
    title: 'Already resolved',
    detail: 'This money has already been dealt with. The list now shows where it went.',
  },
  suspense_is_earned: {
    status: 409,
    title: 'Send it as a payout',
    detail: 'A clipper earned this money. It can only be sent again to an address that they gave.',
  },
  suspense_no_host: {
    status: 422,
    title: 'No such host',
    detail: 'No open host account has this username.',
  },
  suspense_no_card: {
    status: 409,
    title: 'No card payment to refund',
    detail:
      'This money did not come from a card payment that can be refunded. Send it back by hand and enter the reference.',
  },
} as const;

import { GONE_GRACE_DAYS, PAYOUT_ADDRESS_WAIT_HOURS } from '../limits.ts';
export const payoutErrors = {
  withdrawal_minimum: {
    status: 422,
    title: 'Below the minimum',
    detail: 'A withdrawal needs at least $5.00 available.',
  },
  withdrawal_waits: {
    status: 422,
    title: 'Not available yet',
    detail: 'Less than $5.00 is available to withdraw now.',
  },
  withdrawal_amount: {
    status: 422,
    title: 'Check the amount',
    detail: 'Choose an amount in whole cents that can be paid out now.',
  },
  age_unconfirmed: {
    status: 422,
    title: 'Age not confirmed',
    detail:
      'Confirm in Settings, under Payout Information, that you are 18 or older. We can’t pay anyone younger.',
  },
  payout_email_missing: {
    status: 422,
    title: 'Payment Email missing',
    detail: 'Enter the PayPal email address that payouts go to.',
  },
  payout_email_waiting: {
    status: 409,
    title: 'Payment Email is new',
    detail: `You can use a changed payment email ${PAYOUT_ADDRESS_WAIT_HOURS} hours after the change.`,
  },
  payout_email_of_admin: {
    status: 422,
    title: 'An admin’s address',
    detail: 'This mailbox belongs to an admin. Enter an address of the person who is paid.',
  },
  payout_country_missing: {
    status: 422,
    title: 'Country missing',
    detail: 'Choose your country first, at the top of this page. We can’t send payouts to some countries.',
  },
  payout_country_unsupported: {
    status: 422,
    title: 'Not available there',
    detail:
      'We can’t send payouts to this country, because of sanctions or because PayPal does not pay there.',
  },
  payout_account_unverified: {
    status: 409,
    title: 'Account not verified',
    detail: `We couldn’t verify that the account that earned this payout still belongs to its clipper. If that lasts for ${GONE_GRACE_DAYS} days, it can be paid by hand.`,
  },
  payout_state: {
    status: 409,
    title: 'Not possible now',
    detail: 'The state of this payout has changed. The page shows the current one.',
  },
  payout_at_processor: {
    status: 409,
    title: 'With PayPal',
    detail:
      'PayPal is processing this payout and will report the result. It can’t be marked by hand until then.',
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
    detail: 'Nothing is paid out until payouts are resumed. Waiting payouts keep their place in the queue.',
  },
  payout_frozen: {
    status: 409,
    title: 'Frozen',
    detail:
      'The clipper is banned, or one admin has ruled that views were bought and a second has not agreed yet. The payout can be picked up once that is decided.',
  },
  payout_owed: {
    status: 409,
    title: 'Clipper has a debt',
    detail:
      'The clipper owes money for views that were not real. Nothing is paid out until the debt is paid off or written off.',
  },
  payout_reference_required: {
    status: 422,
    title: 'Reference required',
    detail: 'Enter the reference of the payment, so that it can be found again.',
  },
} as const;

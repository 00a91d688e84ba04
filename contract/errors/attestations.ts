export const attestationErrors = {
  attestation_state: {
    status: 409,
    title: 'Not to be decided',
    detail:
      'This screenshot was decided or replaced by now, is not read yet, or its clip is no longer counted.',
  },
  attestation_confirmed_by_you: {
    status: 409,
    title: 'You confirmed it',
    detail: 'A second person has to confirm this screenshot.',
  },
  attestation_figure_differs: {
    status: 422,
    title: 'Not what was reported',
    detail: 'That is less than the clipper reported. Read the figure again, or say that it does not match.',
  },
  attestation_daily_limit: {
    status: 429,
    title: 'Enough for a day',
    detail: 'A clip takes 10 screenshots in 24 hours. Send the next one later.',
  },
  attestation_being_decided: {
    status: 409,
    title: 'With the people who decide',
    detail:
      'The days of the audit are over, and people look at the screenshot that you sent in time. Nothing takes its place until they have decided.',
  },
  attestation_used_before: {
    status: 409,
    title: 'Screenshot used before',
    detail: 'This very picture was decided on already, or came with another clip. Take a new screenshot.',
  },
} as const;

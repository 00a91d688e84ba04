import { ATTESTATIONS_A_DAY } from '../limits.ts';
export const attestationErrors = {
  attestation_state: {
    status: 409,
    title: 'No longer open',
    detail:
      'This screenshot has been decided or replaced, has not been read yet, or belongs to a clip that is no longer counted.',
  },
  attestation_confirmed_by_you: {
    status: 409,
    title: 'Already confirmed by you',
    detail: 'A second reviewer has to confirm this screenshot.',
  },
  attestation_figure_differs: {
    status: 422,
    title: 'Lower than reported',
    detail: 'That is less than the clipper reported. Read the figure again, or say that it does not match.',
  },
  attestation_daily_limit: {
    status: 429,
    title: 'Daily limit reached',
    detail: `You can send ${ATTESTATIONS_A_DAY} screenshots per clip in 24 hours. Send the next one later.`,
  },
  attestation_being_decided: {
    status: 409,
    title: 'Under review',
    detail:
      'The audit period is over, and the screenshot that you sent in time is under review. It can’t be replaced until it is decided.',
  },
  attestation_used_before: {
    status: 409,
    title: 'Screenshot used before',
    detail: 'This picture was already reviewed or was sent for another clip. Take a new screenshot.',
  },
} as const;

import { PROOF_AGAIN_DAYS } from '../limits.ts';
export const proofErrors = {
  proof_not_possible: {
    status: 409,
    title: 'Nothing to prove now',
    detail: 'These views can’t be proven now. The clip’s page says why.',
  },
  proof_open: {
    status: 409,
    title: 'Already under way',
    detail: 'A code for this clip is valid, or a picture of it is under review. The clip’s page shows it.',
  },
  proof_too_soon: {
    status: 429,
    title: 'Later',
    detail: `A picture of this clip was refused within the last ${PROOF_AGAIN_DAYS} days. Try again later, or release analytics.`,
  },
} as const;

import {
  DECLARATION_AHEAD_MINUTES,
  DECLARATIONS_DAYS,
  DECLARATIONS_PER_CLIP,
  DECLARATIONS_PER_PERSON,
} from '../limits.ts';

export const declarationErrors = {
  declaration_time: {
    status: 422,
    title: 'Time does not fit',
    detail: `Time must be after the post, and at most ${DECLARATION_AHEAD_MINUTES} minutes from now.`,
  },
  declaration_limit: {
    status: 409,
    title: 'Too many declarations',
    detail: `Each person can make ${DECLARATIONS_PER_CLIP} declarations about a clip. In ${DECLARATIONS_DAYS} days a clipper can make ${DECLARATIONS_PER_PERSON.clipper}, a host ${DECLARATIONS_PER_PERSON.host}.`,
  },
  clip_not_counted: {
    status: 409,
    title: 'No longer counted',
    detail:
      'The views of this clip are no longer counted by the platform, so a declaration would explain nothing.',
  },
} as const;

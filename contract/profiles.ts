import { z } from 'zod';
import { memberRoleSchema } from './accounts/accounts.ts';
import { countedTerms } from './listings/counted-terms.ts';
import { hostRecord } from './listings/listings.ts';
import { countLevel } from './tracking.ts';
import { idSchema, microsWire, platformSchema, viewsSchema } from './wire/primitives.ts';
import { route } from './wire/route.ts';

const usernameBody = z.object({ username: z.string().max(200) });
const usernameErrors = [
  'username_required',
  'username_too_short',
  'username_too_long',
  'username_invalid',
  'username_taken',
] as const;

/** Reply to PUT /api/profiles/me/photo. */
export const photoReply = z.object({ avatarUrl: z.string() });

/** An active listing of a host. */
const profileListing = z.object({
  id: idSchema,
  title: z.string(),
  platforms: z.array(platformSchema),
  rateCentsPerMille: z.int(),
  ...countedTerms.shape,
  freeMicros: microsWire,
});
export type ProfileListing = z.infer<typeof profileListing>;

/** An approved clip with its listing. The post's address is only sent to the clip's host and clipper. */
const profileClip = z.object({
  listingId: idSchema,
  listingTitle: z.string(),
  platform: platformSchema,
  views: viewsSchema,
  countLevel,
});
export type ProfileClip = z.infer<typeof profileClip>;

export const publicProfile = z.object({
  username: z.string(),
  role: memberRoleSchema,
  avatarUrl: z.string().nullable(),
  earnedMicros: microsWire.nullable(),
  activeListings: z.int(),
  approvedClips: z.int(),
  totalViews: viewsSchema,
  /** For hosts: the newest active listings. Empty for clippers. */
  listings: z.array(profileListing),
  /** For hosts: statistics of past decisions and payments. Null for clippers. */
  reliability: hostRecord.nullable(),
  /** For clippers: the number of decided clips, approved and rejected. Null for hosts. */
  decidedClips: z.int().nullable(),
  /**
   * For clippers: the approved clips with the most views. Null if the clipper hides earnings, because views
   * reveal them.
   */
  topClips: z.array(profileClip).nullable(),
});
export type PublicProfile = z.infer<typeof publicProfile>;

export const firstStep = z.enum([
  'connect',
  'country',
  'payout_address',
  'first_cut',
  'first_clip',
  'fund',
  'post',
  'first_decision',
]);
export type FirstStep = z.infer<typeof firstStep>;

export const profileRoutes = {
  firstSteps: route('GET /api/profiles/me/first-steps', {
    access: 'session',
    summary: 'The first steps of a new host or clipper, in order, with the finished ones; empty once all are',
    reply: z.object({ steps: z.array(z.object({ step: firstStep, done: z.boolean() })) }),
  }),
  usernameAvailable: route('GET /api/profiles/username-available', {
    access: 'session',
    summary: 'Whether a username is free (case-insensitive; reserved names are not)',
    query: z.object({ username: z.string().max(200) }),
    reply: z.object({ available: z.boolean() }),
    perMinute: 120,
  }),
  /** Used by the claim screen and /username-setup. */
  claimUsername: route('POST /api/profiles/claim-username', {
    access: 'session',
    changesAccount: true,
    summary: 'Set the username of an account that has none',
    body: usernameBody,
    errors: usernameErrors,
  }),
  /** Used by the username step of the onboarding dialog. Saves the profile and completes the onboarding. */
  completeSetup: route('POST /api/profiles/complete-setup', {
    access: 'session',
    changesAccount: true,
    summary: 'Save the username (full name follows it) and mark onboarding completed',
    body: usernameBody,
    errors: usernameErrors,
  }),
  finishOnboarding: route('POST /api/profiles/finish-onboarding', {
    access: 'session',
    summary: 'Mark onboarding as completed, as Get Started and the close button do',
    errors: ['username_required'],
  }),
  updateUsername: route('PATCH /api/profiles/me', {
    access: 'session',
    changesAccount: true,
    summary: 'Change the username in Settings',
    body: usernameBody,
    errors: usernameErrors,
  }),
  ownProfile: route('GET /api/profiles/me', {
    access: 'session',
    summary: 'The settings of the own public profile',
    reply: z.object({ earningsHidden: z.boolean() }),
  }),
  setVisibility: route('PUT /api/profiles/me/visibility', {
    access: 'session',
    changesAccount: true,
    summary: 'Show or hide earnings on the own public profile',
    body: z.object({ earningsHidden: z.boolean() }),
    errors: ['username_required'],
  }),
  /** A photo is uploaded to the same address, as the raw body of a PUT (see server/modules/profiles). */
  removePhoto: route('DELETE /api/profiles/me/photo', {
    access: 'session',
    changesAccount: true,
    summary: 'Remove the own photo; the initials replace it',
  }),
  publicProfile: route('GET /api/profiles/by-username/:username', {
    access: 'public',
    summary: 'A public profile; figures are computed, earnings can be hidden (null)',
    params: z.object({ username: z.string().max(100) }),
    reply: publicProfile,
    errors: ['profile_not_found'],
  }),
};

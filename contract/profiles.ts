import { z } from 'zod';
import { memberRoleSchema } from './accounts.ts';
import { countedTerms } from './counted-terms.ts';
import { hostRecord } from './listings.ts';
import { idSchema, microsWire, platformSchema, viewsSchema } from './primitives.ts';
import { route } from './route.ts';
import { countLevel } from './tracking.ts';

const usernameBody = z.object({ username: z.string().max(200) });
const usernameErrors = [
  'username_required',
  'username_too_short',
  'username_too_long',
  'username_invalid',
  'username_taken',
] as const;

/** What PUT /api/profiles/me/photo answers. */
export const photoReply = z.object({ avatarUrl: z.string() });

/** A listing of a host that takes clips now. */
const profileListing = z.object({
  id: idSchema,
  title: z.string(),
  platforms: z.array(platformSchema),
  rateCentsPerMille: z.int(),
  ...countedTerms.shape,
  freeMicros: microsWire,
});
export type ProfileListing = z.infer<typeof profileListing>;

/** An approved clip, by the listing it was cut for: where it was posted stays with its people. */
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
  /** Of a host: its newest active listings; empty for a clipper. */
  listings: z.array(profileListing),
  /** Of a host: how it treats clips; null for a clipper. */
  reliability: hostRecord.nullable(),
  /** Of a clipper: how many clips were approved or rejected; null for a host. */
  decidedClips: z.int().nullable(),
  /** Of a clipper: the approved clips with the most views; null while the earnings are hidden, which they would tell. */
  topClips: z.array(profileClip).nullable(),
});
export type PublicProfile = z.infer<typeof publicProfile>;

export const firstStep = z.enum([
  'connect',
  'country',
  'payout_address',
  'first_clip',
  'fund',
  'post',
  'first_decision',
]);
export type FirstStep = z.infer<typeof firstStep>;

export const profileRoutes = {
  firstSteps: route('GET /api/profiles/me/first-steps', {
    access: 'session',
    summary: 'What a new host or clipper does first, in order, and what of it is done; empty once all is',
    reply: z.object({ steps: z.array(z.object({ step: firstStep, done: z.boolean() })) }),
  }),
  usernameAvailable: route('GET /api/profiles/username-available', {
    access: 'session',
    summary: 'Whether a username is free (case-insensitive; reserved names are not)',
    query: z.object({ username: z.string().max(200) }),
    reply: z.object({ available: z.boolean() }),
    perMinute: 120,
  }),
  /** The claim screen and /username-setup. */
  claimUsername: route('POST /api/profiles/claim-username', {
    access: 'session',
    changesAccount: true,
    summary: 'Set the username of an account that has none',
    body: usernameBody,
    errors: usernameErrors,
  }),
  /** The onboarding dialog's username step: saves the profile and completes onboarding. */
  completeSetup: route('POST /api/profiles/complete-setup', {
    access: 'session',
    changesAccount: true,
    summary: 'Save the username (full name follows it) and mark onboarding completed',
    body: usernameBody,
    errors: usernameErrors,
  }),
  finishOnboarding: route('POST /api/profiles/finish-onboarding', {
    access: 'session',
    summary: 'Mark onboarding completed, as Get Started and the close button do',
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
    summary: 'What the own public profile shows',
    reply: z.object({ earningsHidden: z.boolean() }),
  }),
  setVisibility: route('PUT /api/profiles/me/visibility', {
    access: 'session',
    changesAccount: true,
    summary: 'Show or hide earnings on the own public profile',
    body: z.object({ earningsHidden: z.boolean() }),
    errors: ['username_required'],
  }),
  /** A photo comes as the raw body of PUT at the same address (see server/modules/profiles). */
  removePhoto: route('DELETE /api/profiles/me/photo', {
    access: 'session',
    changesAccount: true,
    summary: 'Remove the own photo; the initials take its place',
  }),
  publicProfile: route('GET /api/profiles/by-username/:username', {
    access: 'public',
    summary: 'A public profile; figures are computed, earnings can be hidden (null)',
    params: z.object({ username: z.string().max(100) }),
    reply: publicProfile,
    errors: ['profile_not_found'],
  }),
};

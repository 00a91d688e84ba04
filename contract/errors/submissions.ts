import { FORMATS } from '#contract/platforms/platform-texts.ts';
import { reasonTextsWith } from '#contract/submissions/reject-reasons.ts';
import { NOTE_MAX } from '../limits.ts';

export const submissionErrors = {
  terms_changed: {
    status: 409,
    title: 'Terms changed',
    detail: 'The host changed the terms of this listing just now. Read them again, then submit.',
  },
  url_not_recognised: {
    status: 422,
    title: 'Link not recognised',
    detail: `Clip URL must be a ${FORMATS} link to one post.`,
  },
  several_posts: {
    status: 422,
    title: 'Several posts',
    detail: 'This text holds links to different posts. Send the link to one of them.',
  },
  photo_post: {
    status: 422,
    title: 'Not a video',
    detail: 'Clip URL leads to photos. Only videos are paid.',
  },
  platform_not_allowed: {
    status: 422,
    title: 'Platform not allowed',
    detail: 'This listing does not accept clips from that platform.',
  },
  platform_mismatch: {
    status: 422,
    title: 'Platform does not match',
    detail: 'Select the platform that the link leads to.',
  },
  account_not_connected: {
    status: 422,
    title: 'Account not connected',
    detail: 'Connect your account on that platform first, so that the post can be matched to you.',
  },
  account_not_readable: {
    status: 422,
    title: 'Account not readable',
    detail:
      'Clip URL is of an account that the platform no longer lets us read: a permission was taken back, or the account is restricted or, on Instagram, not a professional one. Fix that, then connect it again in Settings.',
  },
  analytics_not_released: {
    status: 422,
    title: 'Analytics not released',
    detail:
      'Release your account’s analytics in Settings, under Connected Socials. Only they say which views this listing pays for.',
  },
  analytics_not_reported: {
    status: 422,
    title: 'Views can’t be told apart',
    detail: 'This listing pays for only some of the views, and this server can’t find out which.',
  },
  post_not_found: {
    status: 422,
    title: 'Post not found',
    detail: 'Check the link: the platform shows no public post there.',
  },
  post_not_public: {
    status: 422,
    title: 'Not public',
    detail:
      'This post is unlisted or private. Only views of public posts are paid: make it public, then submit it.',
  },
  post_length_unknown: {
    status: 422,
    title: 'Length unknown',
    detail:
      'The platform gives no length for this post, as for live streams and photos. Only finished videos are paid.',
  },
  post_before_professional: {
    status: 422,
    title: 'Older than the professional account',
    detail:
      'Clip URL leads to a post from before your account last became professional. Instagram gives no views of such posts. Publish the clip again, then submit the new post.',
  },
  post_not_counted: {
    status: 422,
    title: 'No views given',
    detail:
      'Clip URL leads to a kind of post whose views the platform does not report. On Instagram publish the clip as a reel, then submit that.',
  },
  post_not_yours: {
    status: 422,
    title: 'Not your post',
    detail: 'Connect the account that posted it, then submit again.',
  },
  post_already_used: {
    status: 409,
    title: 'Already submitted',
    detail: 'This post is already in a submission that is pending or approved.',
  },
  post_rejected_here: {
    status: 409,
    title: 'Rejected before',
    detail: `This post was rejected for this listing. Only a clip rejected for ${reasonTextsWith('fix')} can be fixed and sent again.`,
  },
  post_resubmitted_before: {
    status: 409,
    title: 'Resubmitted before',
    detail: 'This post was fixed and resubmitted to this listing once already. This is possible only once.',
  },
  post_too_early: {
    status: 422,
    title: 'Posted too early',
    detail: 'The post is older than the listing. Only posts made after it started count.',
  },
  listing_not_active: {
    status: 409,
    title: 'Listing not active',
    detail: 'This listing accepts no new clips right now.',
  },
  clip_limit_reached: {
    status: 409,
    title: 'Limit reached',
    detail: 'You have submitted as many clips to this listing as it allows.',
  },
  hashtag_missing: {
    status: 422,
    title: 'Hashtag missing',
    detail: 'The caption is missing a hashtag or mention that the listing requires.',
  },
  disclosure_missing: {
    status: 422,
    title: 'Disclosure missing',
    detail: 'The caption must say that the clip is paid: #ad or #sponsored, on YouTube also its own label.',
  },
  clip_length: {
    status: 422,
    title: 'Length not allowed',
    detail: 'The clip is shorter or longer than this listing allows.',
  },
  own_listing: {
    status: 403,
    title: 'Your own listing',
    detail: 'You can’t submit clips to your own listing.',
  },
  submission_state: {
    status: 409,
    title: 'Already decided',
    detail: 'This clip has already been decided. The page shows how.',
  },
  submission_escalated: {
    status: 409,
    title: 'Escalated to Permille',
    detail: 'The deadline has passed, so Permille decides on this clip.',
  },
  reason_required: { status: 422, title: 'Reason required', detail: 'Choose why the clip is rejected.' },
  note_required: {
    status: 422,
    title: 'Note required',
    detail: `This reason needs a note of at most ${NOTE_MAX} characters.`,
  },
} as const;

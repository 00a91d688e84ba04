import { z } from 'zod';
import { appealOf, clipAppeal, clipHold } from '#contract/appeals.ts';
import { declaration } from '#contract/declarations.ts';
import { receipt } from '#contract/earnings/receipts.ts';
import { reviewNote } from '#contract/scoring/review-notes.ts';
import { clipState, nextEvent } from '#contract/submissions/submissions.ts';
import { idParams, idSchema, microsWire, momentWire } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { clipAnalytics } from './clip-analytics.ts';
import { clipMatch } from './clip-files.ts';

/** Actions on a clip that the server currently allows the reader. */
export const clipAction = z.enum([
  'withdraw',
  'resubmit',
  'appeal',
  'answer_review',
  'check_caption',
  'send_screenshot',
  'write',
  'decide',
  'undo',
  'block',
  'read_messages',
  'decide_escalated',
  'decide_hold',
  'decide_appeal',
  'take_back',
  'let_pass',
  'declare',
]);
export type ClipAction = z.infer<typeof clipAction>;

/** One step of a clip from its submission to its payout. */
export const clipStep = z.object({
  /**
   * `held`, `frozen` and `unpaid` concern only a part of the views, which earns nothing until somebody acts.
   * The clip's other views still earn.
   */
  step: z.enum([
    'submitted',
    'counted',
    'decided',
    'held',
    'frozen',
    'unpaid',
    'removed',
    'pending',
    'released',
    'paid',
  ]),
  /**
   * stopped: the clip or a part of it gets no further than this step. current: the next event belongs to this
   * step.
   */
  state: z.enum(['done', 'current', 'stopped', 'ahead']),
  label: z.string(),
  at: momentWire.nullable(),
  who: nextEvent.shape.who,
  /**
   * For steps about money: the amount that has reached this step and no later one, or that was released or
   * paid out.
   */
  amountMicros: microsWire.nullable(),
});
export type ClipStep = z.infer<typeof clipStep>;

/** A rule of the listing. `state` tells whether the post followed the rule when the post was last read. */
export const clipRule = z.object({
  rule: z.enum(['posted_at', 'length', 'tags', 'disclosure']),
  /** unread: the platform does not give us the data to check this rule. */
  state: z.enum(['kept', 'broken', 'unread']),
  sentence: z.string(),
});
export type ClipRule = z.infer<typeof clipRule>;

export const clip = receipt.extend({
  /** The role in which the caller reads the clip. */
  viewer: z.enum(['clipper', 'host', 'admin']),
  may: z.array(clipAction),
  postedAt: momentWire,
  ...clipState,
  /** All steps in order, from the submission to the payout. */
  steps: z.array(clipStep),
  /** The listing's terms that apply to the clip. */
  rules: z.array(clipRule),
  /** Comparison of the clip's file with the listing's source. */
  match: clipMatch,
  /** Open and decided fraud holds, newest first. */
  holds: z.array(clipHold),
  appeals: z.array(clipAppeal),
  /** The clipper's newest note to the reviewer; null if there is none, and for hosts. */
  reviewNote: reviewNote.nullable(),
  /**
   * The analytics of the clip. Null if the owner has not released any, and then the clip is judged only by
   * its counts.
   */
  analytics: clipAnalytics.nullable(),
  /** Declarations of the host and the clipper, oldest first. */
  declarations: z.array(declaration),
  /** The decision that the clipper may appeal now, with the deadline. */
  appealable: z.object({ of: appealOf, until: momentWire }).nullable(),
  /** The views and the money that the open appeal or hold will decide; null if none is open. */
  atStake: z
    .object({
      wantedMicros: microsWire,
      reservedMicros: microsWire,
      /** True if the listing's free budget can't cover the part of the amount that is not reserved yet. */
      isShort: z.boolean(),
    })
    .nullable(),
  /** Facts for reviewers; null unless the reader is an admin. */
  review: z
    .object({
      /** Ids for the links to the people's admin pages. */
      clipperId: idSchema,
      hostId: idSchema,
      /** The id of the open hold; null if there is none. */
      fraudHoldId: idSchema.nullable(),
      /** Why host and clipper look like one person; null when the hold has another reason. */
      identity: z.string().nullable(),
      /** The version of the score rules behind the verdict; 0 is the shipped version. */
      scoreVersion: z.int(),
    })
    .nullable(),
});
export type Clip = z.infer<typeof clip>;

export const clipRoutes = {
  showClip: route('GET /api/clips/:id', {
    access: 'session',
    scope: 'submissions:read',
    summary: 'Everything that the caller may see about a clip, and the actions open to the caller',
    params: idParams,
    reply: clip,
    errors: ['not_found'],
  }),
};

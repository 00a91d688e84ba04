import { z } from 'zod';
import { appealOf, clipAppeal, clipHold } from './appeals.ts';
import { clipAnalytics } from './clip-analytics.ts';
import { clipMatch } from './clip-files.ts';
import { idParams, idSchema, microsWire, momentWire } from './primitives.ts';
import { receipt } from './receipts.ts';
import { route } from './route.ts';
import { clipState, nextEvent } from './submissions.ts';

/** What the reader of a clip may do with it now, by the server's policy. */
export const clipAction = z.enum([
  'withdraw',
  'resubmit',
  'appeal',
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
]);
export type ClipAction = z.infer<typeof clipAction>;

/** One station on a clip's way from its submission to its payout. */
export const clipStep = z.object({
  /** `held`, `frozen`, `unpaid`: views that earn nothing until somebody acts; the others of the clip go on. */
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
  /** `stopped`: here it, or a part of it, left the road; `current`: what happens next happens here. */
  state: z.enum(['done', 'current', 'stopped', 'ahead']),
  label: z.string(),
  at: momentWire.nullable(),
  /** Who acted. */
  who: nextEvent.shape.who,
  /** Of the steps of money: how much is there, or was released or paid out. */
  amountMicros: microsWire.nullable(),
});
export type ClipStep = z.infer<typeof clipStep>;

/** What the listing asks of a post, and whether the clip keeps it, as it was last read. */
export const clipRule = z.object({
  rule: z.enum(['posted_at', 'length', 'tags', 'disclosure']),
  /** `unread`: the platform does not show it to us. */
  state: z.enum(['kept', 'broken', 'unread']),
  sentence: z.string(),
});
export type ClipRule = z.infer<typeof clipRule>;

export const clip = receipt.extend({
  /** As whom the caller reads it. */
  viewer: z.enum(['clipper', 'host', 'admin']),
  may: z.array(clipAction),
  postedAt: momentWire,
  ...clipState,
  /** From the submission to the payout, in this order. */
  steps: z.array(clipStep),
  /** Those of the listing's terms that the clip came under. */
  rules: z.array(clipRule),
  /** What its file shows of the listing's source. */
  match: clipMatch,
  /** Views that are held or were, the newest first. */
  holds: z.array(clipHold),
  appeals: z.array(clipAppeal),
  /** Of a clip whose owner releases its analytics; null: the clip is judged by its counts alone. */
  analytics: clipAnalytics.nullable(),
  /** What the clipper may appeal now, and until when. */
  appealable: z.object({ of: appealOf, until: momentWire }).nullable(),
  /** What the open appeal or hold is about; null when nothing waits. */
  atStake: z
    .object({
      wantedMicros: microsWire,
      reservedMicros: microsWire,
      /** The listing's free budget can't cover what is not reserved yet. */
      isShort: z.boolean(),
    })
    .nullable(),
  /** For admins alone; null for others. */
  review: z
    .object({
      /** Whose pages an admin can open. */
      clipperId: idSchema,
      hostId: idSchema,
      /** The open hold. */
      fraudHoldId: idSchema.nullable(),
      /** Why host and clipper look like one person, where that is what the hold is about. */
      identity: z.string().nullable(),
      /** Of the rules that made the verdict; 0 is what the product ships with. */
      scoreVersion: z.int(),
    })
    .nullable(),
});
export type Clip = z.infer<typeof clip>;

export const clipRoutes = {
  showClip: route('GET /api/clips/:id', {
    access: 'session',
    scope: 'submissions:read',
    summary:
      'Everything about a clip that its clipper, its host or an admin may see, and what the caller may do',
    params: idParams,
    reply: clip,
    errors: ['not_found'],
  }),
};

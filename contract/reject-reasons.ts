import { z } from 'zod';

export const rejectReason = z.enum([
  'wrong_content',
  'missing_disclosure',
  'duplicate',
  'outside_window',
  'invalid_proof',
  'suspected_fake_views',
  'other',
]);
export type RejectReason = z.infer<typeof rejectReason>;
export const rejectReasonNames: Record<RejectReason, string> = {
  wrong_content: 'Wrong content',
  missing_disclosure: 'Missing disclosure',
  duplicate: 'Duplicate',
  outside_window: 'Outside the time window',
  invalid_proof: 'Invalid proof',
  suspected_fake_views: 'Suspected fake views',
  other: 'Other',
};

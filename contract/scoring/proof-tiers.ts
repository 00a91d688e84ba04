import { z } from 'zod';
import { NOTE_MAX } from '#contract/limits.ts';
import { centsToMicros, formatUsd } from '#contract/money.ts';
import { microsWire } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

const LIMIT_MAX = centsToMicros(100_000_000);

/** A row of limits for people with at least this many proven clips. */
export const proofTier = z.object({
  provenClips: z.int().min(0).max(1_000),
  /** The most that is paid out for views without proof, in micro-dollars; null: no limit. */
  limitMicros: microsWire
    .refine((limit) => limit >= 0n && limit <= LIMIT_MAX, {
      error: `Limit: from $0.00 to ${formatUsd(LIMIT_MAX)}.`,
    })
    .nullable(),
  /** The probability, in percent, that $25.00 for views without proof cause an audit. */
  auditPercent: z.int().min(0).max(100),
});
export type ProofTier = z.infer<typeof proofTier>;

const TIERS_MAX = 10;

const startsAtZero = (tiers: readonly ProofTier[]): boolean => tiers[0]?.provenClips === 0;
const rises = (tiers: readonly ProofTier[]): boolean =>
  tiers.every(({ provenClips }, i) => i === 0 || provenClips > tiers[i - 1]!.provenClips);

const proofTiers = z
  .array(proofTier)
  .min(1)
  .max(TIERS_MAX)
  .refine(startsAtZero, { error: 'Proven clips: the first row starts at 0.' })
  .refine(rises, { error: 'Proven clips: each row needs more than the row before.' });

export const proofTierRoutes = {
  proofTiers: route('GET /api/admin/proof-tiers', {
    access: 'admin',
    summary: 'How much is paid out for views without proof, by a clipper’s number of proven clips',
    reply: z.object({ tiers: z.array(proofTier) }),
  }),
  changeProofTiers: route('POST /api/admin/proof-tiers', {
    access: 'admin',
    recentLogin: true,
    summary: 'Replace the limits of payments for views without proof',
    body: z.object({ tiers: proofTiers, note: z.string().trim().min(1).max(NOTE_MAX) }),
    reply: z.object({}),
  }),
};

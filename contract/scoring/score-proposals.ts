import { z } from 'zod';
import { NOTE_MAX } from '#contract/limits.ts';
import { postPlatforms } from '#contract/platforms/platforms.ts';
import { idParams, idSchema, momentWire } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { signalSetting } from './score-rules.ts';

/**
 * Effect of score rules on labelled clips: how many are put on hold, and how many are put on hold or shown to
 * a person.
 */
const outcome = z.object({
  boughtHeld: z.int(),
  boughtAsked: z.int(),
  honestHeld: z.int(),
  honestAsked: z.int(),
});
export type RulesOutcome = z.infer<typeof outcome>;

/** Results of the current and the proposed rules on clips of later weeks, which were not used for fitting. */
const comparison = z.object({
  /** The platform of the clips; null for all platforms together. */
  platform: z.enum(postPlatforms).nullable(),
  bought: z.int(),
  honest: z.int(),
  before: outcome,
  after: outcome,
});
export type RulesComparison = z.infer<typeof comparison>;

export const proposalFigures = z.object({
  /** The rules were fitted to clips submitted before this time. The comparison uses clips submitted later. */
  heldOutFrom: momentWire,
  /** Number of labelled clips to which the rules were fitted. */
  trained: z.object({ bought: z.int(), honest: z.int() }),
  comparisons: z.array(comparison),
});
export type ProposalFigures = z.output<typeof proposalFigures>;

const scoreProposal = proposalFigures.extend({
  id: idSchema,
  madeAt: momentWire,
  /** The version of the rules with which the proposal is compared. */
  version: z.int(),
  signals: z.array(z.object({ name: z.string(), before: signalSetting, after: signalSetting })),
});
export type ScoreProposal = z.infer<typeof scoreProposal>;

const decision = z.object({ note: z.string().trim().min(1).max(NOTE_MAX) });

export const scoreProposalRoutes = {
  scoreProposal: route('GET /api/admin/score-proposal', {
    access: 'admin',
    summary: 'Proposed rules of the score, fitted to people’s decisions, while they wait for an admin',
    reply: z.object({ proposal: scoreProposal.nullable() }),
  }),
  applyScoreProposal: route('POST /api/admin/score-proposals/:id/apply', {
    access: 'admin',
    recentLogin: true,
    summary: 'Store proposed rules of the score as a new version',
    params: idParams,
    body: decision,
    reply: z.object({ version: z.int() }),
    errors: ['not_found', 'score_proposal_state', 'changed_meanwhile', 'invalid_input'],
  }),
  refuseScoreProposal: route('POST /api/admin/score-proposals/:id/refuse', {
    access: 'admin',
    recentLogin: true,
    summary: 'Refuse proposed rules of the score',
    params: idParams,
    body: decision,
    reply: z.object({}),
    errors: ['not_found', 'score_proposal_state'],
  }),
};

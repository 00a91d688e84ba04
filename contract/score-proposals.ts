import { z } from 'zod';
import { NOTE_MAX } from './limits.ts';
import { postPlatforms } from './platforms.ts';
import { idParams, idSchema, momentWire } from './primitives.ts';
import { route } from './route.ts';
import { signalSetting } from './score-rules.ts';

/** What rules do with labelled clips: how many of them are held, and how many held or asked about. */
const outcome = z.object({
  boughtHeld: z.int(),
  boughtAsked: z.int(),
  honestHeld: z.int(),
  honestAsked: z.int(),
});
export type RulesOutcome = z.infer<typeof outcome>;

/** Both rules on the clips of later weeks, by which nothing was fitted. */
const comparison = z.object({
  /** Null: all platforms together. */
  platform: z.enum(postPlatforms).nullable(),
  bought: z.int(),
  honest: z.int(),
  before: outcome,
  after: outcome,
});
export type RulesComparison = z.infer<typeof comparison>;

export const proposalFigures = z.object({
  /** Submissions before it were fitted to, those since then are compared. */
  heldOutFrom: momentWire,
  /** Labelled clips that were fitted to. */
  trained: z.object({ bought: z.int(), honest: z.int() }),
  comparisons: z.array(comparison),
});
export type ProposalFigures = z.output<typeof proposalFigures>;

const scoreProposal = proposalFigures.extend({
  id: idSchema,
  madeAt: momentWire,
  /** The version of the rules that it is compared with. */
  version: z.int(),
  signals: z.array(z.object({ name: z.string(), before: signalSetting, after: signalSetting })),
});
export type ScoreProposal = z.infer<typeof scoreProposal>;

const decision = z.object({ note: z.string().trim().min(1).max(NOTE_MAX) });

export const scoreProposalRoutes = {
  scoreProposal: route('GET /api/admin/score-proposal', {
    access: 'admin',
    summary: 'Rules of the score that were fitted to what people decided, while they wait for an admin',
    reply: z.object({ proposal: scoreProposal.nullable() }),
  }),
  applyScoreProposal: route('POST /api/admin/score-proposals/:id/apply', {
    access: 'admin',
    recentLogin: true,
    summary: 'Stores proposed rules of the score as a new version',
    params: idParams,
    body: decision,
    reply: z.object({ version: z.int() }),
    errors: ['not_found', 'score_proposal_state', 'changed_meanwhile'],
  }),
  refuseScoreProposal: route('POST /api/admin/score-proposals/:id/refuse', {
    access: 'admin',
    recentLogin: true,
    summary: 'Refuses proposed rules of the score',
    params: idParams,
    body: decision,
    reply: z.object({}),
    errors: ['not_found', 'score_proposal_state'],
  }),
};

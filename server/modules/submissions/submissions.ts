import type { AccountId } from '#contract/accounts/ids.ts';
import type { Module } from '#server/http/module.ts';
import { captionChecksJob, type ReadCaptions } from './caption-checks.job.ts';
import type { CheckDeps } from './check.ts';
import { commitDecisionsJob } from './commit-decisions.job.ts';
import { deadlinesJob } from './deadlines.job.ts';
import { type PlayerUrl, registerPlayerRoute } from './player.ts';
import { type PosterDeps, postersJob } from './posters.job.ts';
import { registerSubmissionRoutes } from './routes.ts';

export { appealSubject } from './appealable.ts';
export type { CheckDeps } from './check.ts';
export { readClipRules } from './clip-rules.ts';
export { type ClipState, readClipState } from './clip-state.ts';
export { closePending } from './close-pending.ts';
export { type DryRun, dryRun } from './dry-run.ts';
export { forgetPosts } from './forget-posts.ts';
export { type MatchColumns, matchColumns, matchJoins, toMatch } from './match.ts';
export { overturnRejection } from './overturn.ts';
export { maySeeClip, participantsOf } from './participants.ts';
export { posterColumn } from './poster.ts';
export { clipMaximum, isPostGone } from './queries.ts';
export {
  awayUntil,
  isFrozen,
  isOnHold,
  recheckedAt,
  releasableAt,
  releaseBy,
  waitsForCaption,
} from './release-dates.ts';
export { successRate } from './success-rate.ts';
export { toVerdict, type VerdictColumns, verdictColumns } from './verdict.ts';

interface Deps extends CheckDeps, PosterDeps {
  readCaptions: ReadCaptions;
  playerUrl: PlayerUrl;
  /** Counts a person's platform lookups. Returns null, or the end of the limit if it is reached. */
  bookLookup: (accountId: AccountId, now: Date) => Promise<Date | null>;
}

export function createSubmissionsModule(deps: Deps): Module {
  return {
    name: 'submissions',
    routes: (api) => {
      registerSubmissionRoutes(api, deps);
      registerPlayerRoute(api, deps.playerUrl);
    },
    jobs: [commitDecisionsJob(deps.db), deadlinesJob(deps.db), captionChecksJob(deps), postersJob(deps)],
  };
}

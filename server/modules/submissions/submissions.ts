import type { Module } from '#server/http/module.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { commitDecisionsJob } from './commit-decisions.job.ts';
import { deadlinesJob } from './deadlines.job.ts';
import type { FindPost, ResolveShortLink } from './posts.ts';
import { registerSubmissions } from './routes.ts';
import type { StartTracking } from './submit.ts';

export { maySeeClip, partiesOf } from './parties.ts';
export type { FindPost, FindPostResult, FoundPost, ResolveShortLink } from './posts.ts';
export { successRate } from './rules.ts';
export type { StartTracking } from './submit.ts';
export { toVerdict, type VerdictColumns, verdictColumns } from './verdict.ts';

interface Deps {
  db: Database;
  appUrl: string;
  findPost: FindPost;
  resolveShortLink: ResolveShortLink;
  startTracking: StartTracking;
  stopTracking: (tx: Tx, submissionIds: string[]) => Promise<void>;
}

export function createSubmissionsModule(deps: Deps): Module {
  return {
    name: 'submissions',
    routes: (api) => registerSubmissions(api, deps),
    dueWork: [commitDecisionsJob(deps), deadlinesJob(deps.db)],
  };
}

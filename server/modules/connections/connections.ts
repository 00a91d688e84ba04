import type { Module } from '#server/http/module.ts';
import type { Clock } from '#server/infra/clock.ts';
import type { CallLedger } from './call-ledger.ts';
import { callMetrics } from './call-metrics.ts';
import { accessMetric } from './check-access.ts';
import { checkConsentsJob } from './check-consents.job.ts';
import { forgetEndedJob } from './forget-ended.job.ts';
import { forgetExpiredJob } from './forget-expired.job.ts';
import { type ConnectionsDeps, registerConnectionRoutes } from './routes.ts';

export { bookLookup } from './book-lookup.ts';
export { byConnection } from './by-connection.ts';
export { type CallLedger, callLedger } from './call-ledger.ts';
export { accessCheck, findAppRefusals, refusalAdvice, refusalSentence } from './check-access.ts';
export { callsCheck } from './check-calls.ts';
export { finishConnection, startConnection } from './connect.ts';
export type { ConnectDeps, ConnectionReader } from './deps.ts';
export { type EndedConnection, endConsents } from './end-consents.ts';
export { eraseConnections } from './erase.ts';
export type {
  Answer,
  FoundPost,
  PostCaption,
  PostRef,
  Problem,
  Reading,
  Readings,
  ReleasedStretch,
} from './platforms/adapter.ts';
export {
  type Adapters,
  createAdapters,
  type PlatformKeys,
  simulatorKeys,
  withoutKeys,
} from './platforms/adapters.ts';
export { fetchPoster } from './platforms/fetch-poster.ts';
export { type BookCall, callOutside, type OutsideReply } from './platforms/outside-call.ts';
export { frameOrigins, playerUrl } from './platforms/players.ts';
export { resolveLink } from './platforms/resolve-link.ts';
export { grantedAllowances, type PlatformEndpoints, platformEndpoints } from './platforms/services.ts';
export { hasConnection, isConnected } from './queries.ts';
export { type ReadAnalytics, readAnalytics } from './read-analytics.ts';
export type { OwnPost } from './read-posts.ts';
export { findOwnPost, readCaptions, readCounts } from './read-posts.ts';
export { resealTokens } from './reseal.ts';
export { knownProblem, verifyOwnership } from './verify-ownership.ts';

export function createConnectionsModule(deps: ConnectionsDeps & { calls: CallLedger; clock: Clock }): Module {
  return {
    name: 'connections',
    routes: (api) => registerConnectionRoutes(api, deps),
    jobs: [
      checkConsentsJob(deps),
      forgetEndedJob({ db: deps.db, forgetPosts: deps.forgetEnded }),
      forgetExpiredJob(deps.db),
    ],
    metrics: [...callMetrics(deps.calls), accessMetric(deps.db, deps.clock)],
  };
}

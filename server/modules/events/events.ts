import type { Module } from '#server/http/module.ts';
import type { Listen } from '#server/infra/listen.ts';
import type { Log } from '#server/infra/log.ts';
import { afterCommits, type Database } from '#server/infra/transaction.ts';
import { announceCommits } from './announce.ts';
import { forgetOldEvents } from './forget-old.job.ts';
import { registerEventRoutes } from './routes.ts';
import { MOST_STREAMS, type StreamLimits, Streams } from './streams.ts';

export { forgetRestored } from './forget-restored.ts';
export { EVENT_DAYS } from './rules.ts';
export { isOfOtherDatabase, isUnseen } from './unseen.ts';
export { writeEvent } from './write-event.ts';

interface EventsDeps {
  db: Database;
  log: Log;
  /** Listens to other processes; null if no other process uses this database. */
  listen: Listen | null;
  /** The most connections of this process: streams and all others. */
  mostConnections: number;
  limits?: Partial<StreamLimits> | undefined;
}

/**
 * Events about changes, each with the people who may know it. Triggers and `writeEvent` write events; streams
 * of server-sent events deliver them.
 */
export function createEventsModule({ db, log, listen, mostConnections, limits }: EventsDeps): Module {
  // Streams may use only half of the connections.
  const most = Math.min(MOST_STREAMS, Math.floor(mostConnections / 2));
  const streams = new Streams({ db, log, listen, limits: { most, ...limits } });
  return {
    name: 'events',
    routes(api) {
      registerEventRoutes(api, streams);
      api.server.addHook('onReady', async () => streams.listen());
      const endWaking = afterCommits(db, log, () => streams.wake());
      api.server.addHook('preClose', () => streams.close());
      api.server.addHook('onClose', async () => endWaking());
    },
    attach(server) {
      const endAnnouncing = listen && announceCommits(db, log);
      server.addHook('onClose', async () => await endAnnouncing?.());
    },
    jobs: [forgetOldEvents(db)],
    metrics: [
      {
        name: 'permille_event_streams',
        help: 'Pages of this process that are told of events as they happen',
        read: async () => streams.count,
      },
      {
        name: 'permille_events_waiting',
        help: 'Events that are committed and that this process has not given to its open pages yet',
        read: async () => (await streams.countWaiting()) ?? Number.NaN,
      },
      streams.given.metric,
    ],
  };
}

import { blend, normalized, only, type Viewers } from './audiences.ts';
import type { Random } from './random.ts';

/** Kinds of honest viewers who watch unlike the account's others. */
export type OddAudience =
  | 'abroad'
  | 'article'
  | 'chats'
  | 'television'
  | 'living_room'
  | 'classroom'
  | 'disappointed'
  | 'loopers';

type Change = (random: Random, usual: Viewers) => Partial<Viewers>;

const changes: Record<OddAudience, Change> = {
  abroad: (r, { countries }) => ({
    countries: blend(only(r), countries, r.between(0.5, 0.85)),
    subscribed: 0.01,
  }),
  article: (r, { sources, percentage }) => ({
    sources: blend(normalized({ external: 1, embedded: r.between(0.5, 3) }), sources, r.between(0.4, 0.8)),
    percentage: percentage * r.between(0.65, 1),
    subscribed: 0.01,
  }),
  chats: (r, { sources, percentage }) => ({
    sources: blend({ direct: 0.6, external: 0.4 }, sources, r.between(0.35, 0.75)),
    percentage: percentage * r.between(0.9, 1.25),
  }),
  television: (r, { sources, percentage }) => ({
    sources: blend({ search: 1 }, sources, r.between(0.3, 0.6)),
    percentage: percentage * r.between(0.75, 1.1),
    subscribed: 0.01,
  }),
  living_room: (r, { devices, percentage }) => ({
    devices: blend({ tv: 0.9, console: 0.1 }, devices, r.between(0.4, 0.7)),
    percentage: percentage * r.between(0.95, 1.3),
  }),
  classroom: (r, { devices, sources, percentage }) => ({
    devices: blend({ desktop: 0.8, tablet: 0.2 }, devices, r.between(0.5, 0.8)),
    sources: blend({ embedded: 0.6, direct: 0.4 }, sources, r.between(0.2, 0.5)),
    percentage: percentage * r.between(0.8, 1.2),
  }),
  disappointed: (r, { percentage, engaged }) => ({
    percentage: percentage * r.between(0.4, 0.65),
    engaged: engaged * r.between(0.6, 0.85),
  }),
  loopers: (r, { viewsPerReach }) => ({
    percentage: r.between(120, 220),
    viewsPerReach: viewsPerReach * r.between(1.2, 1.8),
  }),
};

export const oddViewers = (random: Random, kind: OddAudience, usual: Viewers): Viewers => ({
  ...usual,
  ...changes[kind](random, usual),
});

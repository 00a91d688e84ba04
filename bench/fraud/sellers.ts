import { blend, only, spread, type Viewers } from './audiences.ts';
import type { Random } from './random.ts';

/**
 * The sellers of views, by quality. The cheapest only start the clip. The most expensive are like an audience
 * in every figure, so that undetectable views are measured too.
 */
export const sellers = ['starts', 'watching', 'proxies', 'feeds', 'panel', 'perfect'] as const;
export type Seller = (typeof sellers)[number];

/**
 * Draws a seller. Cheaper ones are drawn more often, which is an assumption, because nobody publishes shares.
 */
export function drawSeller(random: Random): Seller {
  const at = random.unit();
  if (at < 0.4) return 'starts';
  if (at < 0.58) return 'watching';
  if (at < 0.76) return 'proxies';
  if (at < 0.88) return 'feeds';
  return at < 0.97 ? 'panel' : 'perfect';
}

type Sold = (random: Random, audience: Viewers) => Partial<Viewers>;

const sold: Record<Seller, Sold> = {
  starts: (r) => ({
    percentage: r.between(3, 15),
    engaged: r.between(0.02, 0.25),
    viewsPerReach: r.logBetween(1.5, 10),
    sources: { direct: r.between(0.4, 0.9), external: 0.4, embedded: 0.2 },
    countries: blend(only(r), spread(r), r.between(0.2, 0.8)),
    devices: { desktop: 0.6, mobile: 0.2, unknown: 0.2 },
  }),
  watching: (r) => ({
    percentage: r.between(35, 100),
    engaged: r.between(0.5, 0.95),
    viewsPerReach: r.logBetween(1.5, 10),
    sources: { direct: r.between(0.3, 0.7), external: 0.4 },
    countries: blend(only(r), spread(r), r.between(0.2, 0.8)),
    devices: { desktop: 0.8, unknown: 0.2 },
  }),
  proxies: (r, { countries }) => ({
    percentage: r.between(8, 40),
    engaged: r.between(0.2, 0.6),
    viewsPerReach: r.logBetween(1.2, 5),
    sources: { direct: 0.4, external: 0.4, search: r.between(0.1, 0.5) },
    countries: blend(countries, spread(r), r.between(0.6, 1)),
    devices: { mobile: r.between(0.3, 0.8), desktop: 0.4 },
  }),
  feeds: (r) => ({
    percentage: r.between(10, 50),
    engaged: r.between(0.2, 0.65),
    viewsPerReach: r.logBetween(1.2, 4),
    sources: { recommended: 0.5, search: r.between(0.2, 0.8) },
    countries: blend(only(r), spread(r), r.between(0.3, 0.9)),
    devices: { mobile: 0.95, unknown: 0.05 },
  }),
  panel: (r) => ({
    percentage: r.between(40, 95),
    engaged: r.between(0.5, 0.9),
    viewsPerReach: r.between(1, 1.3),
    sources: { external: r.between(0.5, 0.9), direct: 0.2 },
    countries: blend(only(r), spread(r), r.between(0.2, 0.6)),
    devices: { mobile: 0.9, desktop: 0.1 },
  }),
  perfect: () => ({}),
};

export const soldViewers = (random: Random, seller: Seller, audience: Viewers): Viewers => ({
  ...audience,
  subscribed: seller === 'perfect' ? audience.subscribed : 0.002,
  ...sold[seller](random, audience),
});

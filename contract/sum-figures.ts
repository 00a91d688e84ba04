import type { ReleasedFigures } from './clips/clip-analytics.ts';

/**
 * Combines the figures of several periods or clips. A sum is null unless every part has it; averages and
 * shares are weighted by the views of the parts that have them. `parts` must not be empty.
 */
export function sumFigures(parts: readonly ReleasedFigures[]): ReleasedFigures {
  return {
    views: parts.reduce((sum, { views }) => sum + views, 0),
    engagedViews: sumOf(parts, ({ engagedViews }) => engagedViews),
    watchSeconds: sumOf(parts, ({ watchSeconds }) => watchSeconds),
    averagePercentage: averageOf(parts, ({ averagePercentage }) => averagePercentage),
    completedShare: averageOf(parts, ({ completedShare }) => completedShare),
    reach: sumOf(parts, ({ reach }) => reach),
    subscribedShare: averageOf(parts, ({ subscribedShare }) => subscribedShare),
    trafficSources: sharesOf(parts, ({ trafficSources }) => trafficSources),
    countries: sharesOf(parts, ({ countries }) => countries),
    devices: sharesOf(parts, ({ devices }) => devices),
  };
}

type Parts = readonly ReleasedFigures[];

function sumOf(parts: Parts, of: (part: ReleasedFigures) => number | null): number | null {
  return parts.reduce<number | null>((sum, part) => {
    const value = of(part);
    return sum === null || value === null ? null : sum + value;
  }, 0);
}

function averageOf(parts: Parts, of: (part: ReleasedFigures) => number | null): number | null {
  const known = parts.filter((part) => of(part) !== null && part.views > 0);
  const views = known.reduce((sum, part) => sum + part.views, 0);
  return views === 0 ? null : known.reduce((sum, part) => sum + of(part)! * part.views, 0) / views;
}

function sharesOf<Kind extends string>(
  parts: Parts,
  of: (part: ReleasedFigures) => Partial<Record<Kind, number>> | null,
): Partial<Record<Kind, number>> | null {
  const known = parts.filter((part) => of(part) !== null && part.views > 0);
  if (known.length === 0) return null;
  const kinds = new Set(known.flatMap((part) => Object.keys(of(part)!) as Kind[]));
  const shares = [...kinds].map((kind) => {
    const share = averageOf(known, (part) => of(part)![kind] ?? 0)!;
    return [kind, Math.min(1, share)];
  });
  return Object.fromEntries(shares) as Partial<Record<Kind, number>>;
}

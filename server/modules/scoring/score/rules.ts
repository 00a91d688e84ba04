import { z } from 'zod';
import { type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';
import { type SignalSetting, signalSetting } from '#contract/scoring/score-rules.ts';
import { type Baseline, baselines, type Ramp } from './baselines.ts';
import { type CalibrationClass, type ScoreClass, scoreEvidences, sizeClasses } from './calibration.ts';
import { signalCatalogue } from './catalogue.ts';
import type { Signal } from './signal.ts';

const share = z.object({ p05: z.number(), median: z.number(), p95: z.number() });
const baselineSetting = z.object({
  platform: z.enum(postPlatforms),
  likesPerView: share,
  commentsPerLike: share,
});
export type BaselineSetting = z.infer<typeof baselineSetting>;

const calibrationSetting = z.object({
  platform: z.enum(postPlatforms),
  size: z.enum(sizeClasses),
  /** Absent in versions stored before this field existed; their classes are of counts alone. */
  evidence: z.enum(scoreEvidences).default('counts'),
  scores: z.array(z.int().nonnegative()).length(101),
});

/** Stored settings of a version: only differences from the built-in rules. */
export const scoreSettings = z.object({
  signals: z.array(signalSetting),
  baselines: z.array(baselineSetting),
  calibration: z.array(calibrationSetting).default([]),
});
export type ScoreSettings = z.infer<typeof scoreSettings>;

/** Rules of the score: signals with weights and ramps, and the baselines of each platform. */
export interface ScoreRules {
  version: number;
  signals: readonly Signal[];
  baselines: typeof baselines;
  /** Scores of honest clips. A class with too few clips uses the fixed thresholds of the bands. */
  calibration: readonly CalibrationClass[];
  /** Classes with an open drift: their clips are not held until an admin closes it. */
  drifted: readonly ScoreClass[];
}

export const shippedRules: ScoreRules = {
  version: 0,
  signals: signalCatalogue,
  baselines,
  calibration: [],
  drifted: [],
};

/**
 * Returns the built-in rules with the changes of a version. Changes to signals that no longer exist are
 * ignored.
 */
export function rulesOf(
  version: number,
  settings: ScoreSettings,
  drifted: readonly ScoreClass[] = [],
): ScoreRules {
  const changed = new Map(settings.signals.map((signal) => [signal.id, signal]));
  const usual = { ...baselines };
  for (const { platform, ...measured } of settings.baselines) usual[platform] = measured satisfies Baseline;
  return {
    version,
    baselines: usual,
    calibration: settings.calibration,
    drifted,
    signals: signalCatalogue.map((signal) => {
      const setting = changed.get(signal.id);
      return setting ? { ...signal, weight: setting.weight, ramp: rampOf(setting, signal.ramp) } : signal;
    }),
  };
}

function rampOf({ ramps }: SignalSetting, shipped: Signal['ramp']): Signal['ramp'] {
  const on = (platform: string | null): Ramp | undefined => ramps.find((ramp) => ramp.platform === platform);
  if ('weak' in shipped) return on(null) ?? shipped;
  const perPlatform = postPlatforms.map((platform) => [platform, on(platform) ?? shipped[platform]]);
  return Object.fromEntries(perPlatform) as Record<PostPlatform, Ramp>;
}

/** Returns a signal in the form that admins read and change. */
export function settingOf({ id, weight, ramp }: Signal): SignalSetting {
  if ('weak' in ramp) return { id, weight, ramps: [{ platform: null, ...ramp }] };
  return { id, weight, ramps: postPlatforms.map((platform) => ({ platform, ...ramp[platform] })) };
}

/** Returns false for an unknown signal, missing or extra platforms, or a reversed ramp. */
export function fitsSignal(setting: SignalSetting): boolean {
  const signal = signalCatalogue.find(({ id }) => id === setting.id);
  if (!signal) return false;
  const shipped = settingOf(signal).ramps;
  return (
    setting.ramps.length === shipped.length &&
    shipped.every((ramp) => {
      const now = setting.ramps.find(({ platform }) => platform === ramp.platform);
      return now !== undefined && Math.sign(now.strong - now.weak) === Math.sign(ramp.strong - ramp.weak);
    })
  );
}

import { z } from 'zod';
import { postPlatforms } from '#contract/platform.ts';
import { type SignalSetting, signalSetting } from '#contract/score-rules.ts';
import { type Baseline, baselines } from './baselines.ts';
import { signalCatalogue } from './catalogue.ts';
import type { Ramp, Signal, SignalId } from './signal.ts';

const share = z.object({ p05: z.number(), median: z.number(), p95: z.number() });
const baselineSetting = z.object({
  platform: z.enum(postPlatforms),
  likesPerView: share,
  commentsPerLike: share,
});
export type BaselineSetting = z.infer<typeof baselineSetting>;

/** What a version stores: only what differs from what the product ships with. */
export const scoreSettings = z.object({
  signals: z.array(signalSetting),
  baselines: z.array(baselineSetting),
});
export type ScoreSettings = z.infer<typeof scoreSettings>;

/** What a clip is judged by: the signals with their weights and ramps, and what is usual on each platform. */
export interface ScoreRules {
  version: number;
  signals: readonly Signal[];
  baselines: typeof baselines;
}

export const shippedRules: ScoreRules = { version: 0, signals: signalCatalogue, baselines };

/** What the product ships with, changed as a version says. Signals that it does not know any more are passed over. */
export function rulesOf(version: number, settings: ScoreSettings): ScoreRules {
  const changed = new Map(settings.signals.map((signal) => [signal.id, signal]));
  const usual = { ...baselines };
  for (const { platform, ...measured } of settings.baselines) usual[platform] = measured satisfies Baseline;
  return {
    version,
    baselines: usual,
    signals: signalCatalogue.map((signal) => {
      const setting = changed.get(signal.id);
      return setting ? { ...signal, weight: setting.weight, ramp: rampOf(setting, signal.ramp) } : signal;
    }),
  };
}

function rampOf({ ramps }: SignalSetting, shipped: Signal['ramp']): Signal['ramp'] {
  const on = (platform: string | null): Ramp | undefined => ramps.find((ramp) => ramp.platform === platform);
  if ('weak' in shipped) return on(null) ?? shipped;
  return {
    tiktok: on('tiktok') ?? shipped.tiktok,
    youtube: on('youtube') ?? shipped.youtube,
    instagram: on('instagram') ?? shipped.instagram,
  };
}

/** A signal as it can be read and changed. */
export function settingOf({ id, weight, ramp }: Signal): SignalSetting {
  if ('weak' in ramp) return { id, weight, ramps: [{ platform: null, ...ramp }] };
  const platforms = ['tiktok', 'youtube', 'instagram'] as const;
  return { id, weight, ramps: platforms.map((platform) => ({ platform, ...ramp[platform] })) };
}

/** Why a setting does not fit its signal: unknown, other platforms, or a ramp that turned round. */
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

export const signalNames: Record<SignalId, string> = {
  S1: 'Few likes per view',
  S2: 'Likes and comments far above the usual',
  S3: 'Likes or comments above what audiences leave',
  S4: 'Likes without comments',
  S5: 'Sudden spike',
  S6: 'Block of views without likes',
  S7: 'Growth as even as a tap',
  S8: 'Steady block that stops at once',
  S10: 'Days of views without likes',
  S11: 'Platform takes views back',
  S12: 'Far beyond the followers',
  S13: 'Clips of one clipper too alike',
  S14: 'Lockstep with other clippers',
  S17: 'Reported more than shown',
  S18: 'Older than the listing',
  S19: 'Duplicate',
  S20: 'Shared payout address or device',
  S23: 'Wave without an afterglow',
  S24: 'Likes on a timer',
  S25: 'Views nobody talks about',
  S26: 'Burst of likes',
  S27: 'Full speed from one hour to the next',
  S28: 'Ends where pay ends',
  S30: 'No night',
};

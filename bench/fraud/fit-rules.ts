import type { Ramp } from '#server/modules/scoring/score/baselines.ts';
import type { ClipHistory } from '#server/modules/scoring/score/history.ts';
import type { ScoreRules } from '#server/modules/scoring/score/rules.ts';
import { scoreClip } from '#server/modules/scoring/score/score.ts';
import { along, type Finding } from '#server/modules/scoring/score/signal.ts';

/** The sum of all signals' shares at the hold threshold: −ln(1 − 0.60). */
const HOLD_SHARE = -Math.log(0.4);
const SOFTNESS = 0.12;
/** A false hold of an honest clip costs as much as this many missed bought clips. */
export const HONEST_WEIGHT = 12;
const ROUNDS = 6;

/** A labelled clip, as the signals measure it. */
export interface Seen {
  isBought: boolean;
  /** Measurements of the fitted signals by index, and the summed shares of all others. */
  seen: { signal: number; observed: number; gate: number }[];
  fixed: number;
}

/**
 * A signal's weight and ramp. If platforms have different ramps, this is the first one's, which is not
 * fitted.
 */
export interface Setting extends Ramp {
  id: string;
  weight: number;
}

export const settingsOf = ({ signals }: ScoreRules): Setting[] =>
  signals.map(({ id, weight, ramp }) => ({ id, weight, ...('weak' in ramp ? ramp : ramp.tiktok) }));

/** Measures a clip by the rules, once for all weights and ramps of the fitted signals. */
export function see(
  history: ClipHistory,
  isBought: boolean,
  { rules, fitted }: { rules: ScoreRules; fitted: ReadonlySet<string> },
): Seen {
  const clip: Seen = { isBought, seen: [], fixed: 0 };
  scoreClip(history, {
    ...rules,
    signals: rules.signals.map((signal, index) => ({
      ...signal,
      measure(evidence, ramp) {
        const finding: Finding | null = signal.measure(evidence, ramp);
        if (finding && fitted.has(signal.id)) {
          if (finding.gate > 0) clip.seen.push({ signal: index, ...finding });
        } else if (finding) {
          const strength = along(ramp, finding.observed) * finding.gate;
          clip.fixed -= Math.log1p(-signal.weight * strength);
        }
        return null;
      },
    })),
  });
  return clip;
}

function goodness(clips: readonly Seen[], settings: readonly Setting[]): number {
  let [caught, bought, harmed, honest] = [0, 0, 0, 0];
  for (const { isBought, seen, fixed } of clips) {
    let share = fixed;
    for (const { signal, observed, gate } of seen) {
      const setting = settings[signal]!;
      share -= Math.log1p(-setting.weight * along(setting, observed) * gate);
    }
    const held = 1 / (1 + Math.exp((HOLD_SHARE - share) / SOFTNESS));
    if (isBought) {
      caught += held;
      bought++;
    } else {
      harmed += held;
      honest++;
    }
  }
  return caught / bought - HONEST_WEIGHT * (harmed / honest);
}

/**
 * Improves the settings by coordinate ascent in small steps, in place. Each number stays within 0.6 to 1.6
 * times its initial value, and a ramp keeps its direction.
 */
export function climb(
  clips: readonly Seen[],
  settings: Setting[],
  { fitted, report }: { fitted: ReadonlySet<string>; report: (line: string) => void },
): void {
  const began = settings.map((setting) => ({ ...setting }));
  let best = goodness(clips, settings);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, setting] of settings.entries()) {
      if (!fitted.has(setting.id)) continue;
      const direction = Math.sign(setting.strong - setting.weak);
      for (const field of ['weight', 'weak', 'strong'] as const) {
        for (const factor of [0.88, 0.95, 1.05, 1.14]) {
          const before = setting[field];
          const value = before * factor;
          const relative = value / began[index]![field];
          if (relative < 0.6 || relative > 1.6 || (field === 'weight' && value > 0.85)) continue;
          setting[field] = value;
          const now = goodness(clips, settings);
          if (now > best + 0.0001 && Math.sign(setting.strong - setting.weak) === direction) best = now;
          else setting[field] = before;
        }
      }
    }
    report(`round ${round + 1}: ${best.toFixed(4)}`);
  }
}

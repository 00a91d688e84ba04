import { engagementSignals } from './engagement.ts';
import { factSignals } from './facts.ts';
import { growthSignals } from './growth.ts';
import { likelessSignals } from './likeless.ts';
import type { Signal } from './signal.ts';
import { suddenStopSignal } from './sudden-stop.ts';

/** Every signal of the published score, in the order in which people read them. Raise `version` with any change. */
export const signalCatalogue: readonly Signal[] = [
  ...engagementSignals,
  ...likelessSignals,
  ...growthSignals,
  suddenStopSignal,
  ...factSignals,
];

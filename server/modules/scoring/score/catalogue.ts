import { afterglowSignal } from './afterglow.ts';
import { audienceSignals } from './audience.ts';
import { cohortSignals } from './cohort.ts';
import { declaredSignal } from './declared.ts';
import { engagementSignals } from './engagement.ts';
import { factSignals } from './facts.ts';
import { growthSignals } from './growth.ts';
import { likelessSignals } from './likeless.ts';
import { nightSignal } from './night.ts';
import { peopleSignal } from './people.ts';
import { plateauSignal } from './plateau.ts';
import type { Signal } from './signal.ts';
import { silentSignal } from './silent.ts';
import { suddenStopSignal } from './sudden-stop.ts';
import { surplusSignal } from './surplus.ts';
import { timerSignal } from './timer.ts';

/** All signals of the published score, in the order of display. Raise a signal's `version` with any change to it. */
export const signalCatalogue: readonly Signal[] = [
  ...engagementSignals,
  ...likelessSignals,
  ...growthSignals,
  suddenStopSignal,
  afterglowSignal,
  plateauSignal,
  nightSignal,
  timerSignal,
  silentSignal,
  surplusSignal,
  ...cohortSignals,
  ...factSignals,
  ...audienceSignals,
  declaredSignal,
  peopleSignal,
];

import { count, percent } from './format.ts';
import type { CohortFinding } from './history.ts';
import { along, type Evidence, type Finding, type Signal } from './signal.ts';

const people = (others: number) => (others === 1 ? 'another clipper' : `${others} other clippers`);

const found = ({ history }: Evidence, signal: CohortFinding['signal']) =>
  history.cohort?.find((cohort) => cohort.signal === signal);

/** `uniform_like_rates`: clips of one clipper whose likes per view hardly differ. */
function sameness(evidence: Evidence): Finding | null {
  const cohort = found(evidence, 'uniform_like_rates');
  if (!cohort) return null;
  return {
    observed: cohort.value,
    gate: 1,
    sentence: () =>
      `${count(cohort.total)} clips of this clipper have almost the same likes per view: they differ by ${percent(cohort.value)}.`,
  };
}

/** `synchronized_growth`: sudden starts and stops in the same hours as clips of other clippers on the listing. */
function lockstep(evidence: Evidence): Finding | null {
  const cohort = found(evidence, 'synchronized_growth');
  if (!cohort) return null;
  return {
    observed: cohort.others,
    gate: along({ weak: 2, strong: 5 }, cohort.hits),
    sentence: () =>
      `${cohort.hits} of the ${cohort.total} sudden starts and stops of this clip fall into the same hours as those of a clip by ${people(cohort.others)} on this listing.`,
  };
}

/** `shared_identity`: clippers of one listing with the same payout address, or the same device and network. */
function sharedIdentity(evidence: Evidence): Finding | null {
  const cohort = found(evidence, 'shared_identity');
  if (!cohort) return null;
  return {
    observed: cohort.value,
    gate: 1,
    sentence: () =>
      cohort.value >= 1
        ? `The payout address of this clip belongs to ${people(cohort.others)} on this listing too.`
        : `This clip and those of ${people(cohort.others)} on this listing come from one network and one kind of device.`,
  };
}

/** `stops_at_cap`: growth stops just above the most views that the clip is paid for, on more clips than chance allows. */
function capHugging(evidence: Evidence): Finding | null {
  const cohort = found(evidence, 'stops_at_cap');
  if (!cohort) return null;
  const whose =
    cohort.others > 0 ? `this listing, some of them by ${people(cohort.others)},` : 'this clipper';
  return {
    observed: cohort.value,
    gate: 1,
    sentence: () =>
      `Views stopped just above the largest number that a clip is paid for. The same happened on ${count(cohort.hits)} of the ${count(cohort.total)} clips of ${whose} that came near it.`,
  };
}

const always = { version: 1, needsHistory: false, needsLikes: false };

export const cohortSignals: Signal[] = [
  { ...always, id: 'uniform_like_rates', weight: 0.5, ramp: { weak: 0.15, strong: 0.07 }, measure: sameness },
  { ...always, id: 'synchronized_growth', weight: 0.8, ramp: { weak: 0, strong: 2 }, measure: lockstep },
  { ...always, id: 'shared_identity', weight: 0.55, ramp: { weak: 0, strong: 1 }, measure: sharedIdentity },
  { ...always, id: 'stops_at_cap', weight: 0.7, ramp: { weak: 3, strong: 5 }, measure: capHugging },
];

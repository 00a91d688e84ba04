import { along, type Evidence, type Finding, type Signal } from './signal.ts';
import { count, percent } from './wording.ts';

/** What a set of clips shows of one of them; found where all clips are: `find-company.ts`. */
export interface Company {
  signal: 'S13' | 'S14' | 'S20' | 'S28';
  /** Other clippers involved. */
  others: number;
  /** How many of `total` are alike. */
  hits: number;
  total: number;
  value: number;
}

const people = (others: number) => (others === 1 ? 'another clipper' : `${others} other clippers`);

const found = ({ history }: Evidence, signal: Company['signal']) =>
  history.company?.find((company) => company.signal === signal);

/** S13: clips of one clipper whose likes per view hardly differ. */
function sameness(evidence: Evidence): Finding | null {
  const company = found(evidence, 'S13');
  if (!company) return null;
  return {
    observed: company.value,
    gate: 1,
    sentence: () =>
      `Likes per view of ${company.total} clips of this account differ by ${percent(company.value)} only; clips of one person usually differ by 30% or more.`,
  };
}

/** S14: sudden starts and stops in the same hours as clips of other clippers on the listing. */
function lockstep(evidence: Evidence): Finding | null {
  const company = found(evidence, 'S14');
  if (!company) return null;
  return {
    observed: company.others,
    gate: along({ weak: 2, strong: 5 }, company.hits),
    sentence: () =>
      `${company.hits} of the ${company.total} sudden starts and stops of this clip fall into the same hours as those of a clip by ${people(company.others)} on this listing.`,
  };
}

/** S20: clippers of one listing who are paid at one place, or work from one device and network. */
function sharedIdentity(evidence: Evidence): Finding | null {
  const company = found(evidence, 'S20');
  if (!company) return null;
  return {
    observed: company.value,
    gate: 1,
    sentence: () =>
      company.value >= 1
        ? `The payout address of this clip belongs to ${people(company.others)} on this listing too.`
        : `This clip and those of ${people(company.others)} on this listing come from one network and one kind of device.`,
  };
}

/** S28: growth that ends just where the most that a clip can earn is reached, on more clips than chance allows. */
function capHugging(evidence: Evidence): Finding | null {
  const company = found(evidence, 'S28');
  if (!company) return null;
  const whose =
    company.others > 0 ? `this listing's clips, of ${people(company.others)} too,` : 'this clipper';
  return {
    observed: company.value,
    gate: 1,
    sentence: () =>
      `Views stopped within 3% above what a clip can earn for, as they did on ${count(company.hits)} of ${count(company.total)} clips of ${whose.replace(/,$/, '')} that came near it.`,
  };
}

const always = { version: 1, needsHistory: false, needsLikes: false };

export const companySignals: Signal[] = [
  { ...always, id: 'S13', weight: 0.5, ramp: { weak: 0.15, strong: 0.07 }, measure: sameness },
  { ...always, id: 'S14', weight: 0.8, ramp: { weak: 0, strong: 2 }, measure: lockstep },
  { ...always, id: 'S20', weight: 0.55, ramp: { weak: 0, strong: 1 }, measure: sharedIdentity },
  { ...always, id: 'S28', weight: 0.7, ramp: { weak: 3, strong: 5 }, measure: capHugging },
];

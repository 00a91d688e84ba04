import type { ProposalFigures, RulesComparison, RulesOutcome } from '#contract/scoring/score-proposals.ts';

const share = (part: number, of: number) => (of === 0 ? '-' : `${((100 * part) / of).toFixed(1)}%`);

const rows: [name: string, value: (of: RulesOutcome, all: RulesComparison) => string][] = [
  ['precision', ({ boughtHeld, honestHeld }) => share(boughtHeld, boughtHeld + honestHeld)],
  ['bought held', ({ boughtHeld }, { bought }) => share(boughtHeld, bought)],
  ['bought held or asked about', ({ boughtAsked }, { bought }) => share(boughtAsked, bought)],
  ['honest held', ({ honestHeld }, { honest }) => share(honestHeld, honest)],
  ['honest held or asked about', ({ honestAsked }, { honest }) => share(honestAsked, honest)],
];

/** Returns the figures of both rules on held-out weeks, as lines of text. */
export function verdictTable({ heldOutFrom, comparisons }: ProposalFigures): string {
  const lines = comparisons.flatMap((one) => [
    `${one.platform ?? 'all platforms'}: ${one.bought} bought, ${one.honest} honest`,
    ...rows.map(
      ([name, value]) =>
        `  ${name.padEnd(28)} ${value(one.before, one).padStart(7)} now ${value(one.after, one).padStart(7)} proposed`,
    ),
  ]);
  return [
    `Clips submitted since ${heldOutFrom.toISOString().slice(0, 10)}, to which nothing was fitted:`,
    ...lines,
  ].join('\n');
}

import { CPMS, PRICES } from './assumptions.ts';
import type { CheatFigures, HonestFigures } from './figures.ts';
import { profitOf } from './figures.ts';

const percent = (share: number) => `${Math.round(100 * share)}%`;
const dollars = (value: number) => value.toFixed(2);
const hours = (value: number) => (Number.isFinite(value) ? String(Math.round(value)) : 'never');

function table(header: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/**
 * Returns the buyers as a Markdown table, each with the answers that earn it more; `other` is the paid part
 * with the other answers.
 */
export const cheatTable = (cheats: readonly CheatFigures[][]): string =>
  table(
    [
      'buyer',
      'set',
      'stance',
      'paid',
      'other',
      'loss',
      ...combinations().map(({ name }) => name),
      'held',
      'asked',
      'audited',
      'clips',
      'accounts',
    ],
    cheats.map(([best, other]) => [
      ...[
        best!.kind.name,
        best!.kind.set,
        best!.stance,
        percent(best!.paidPart),
        percent(other?.paidPart ?? 0),
      ],
      best!.lossPerThousand.toFixed(1),
      ...combinations().map(({ cpm, price }) => dollars(profitOf(best!, cpm, price))),
      ...[
        percent(best!.held),
        percent(best!.asked),
        percent(best!.audited),
        String(best!.clips),
        String(best!.accounts),
      ],
    ]),
  );

const combinations = () =>
  CPMS.flatMap((cpm) => PRICES.map((price) => ({ cpm, price, name: `CPM ${cpm} at ${price}` })));

export const honestTable = (honest: readonly HonestFigures[]): string =>
  table(
    ['honest', 'set', 'median h', 'p90 h', 'within 96 h', 'held', 'asked', 'audited', 'clips'],
    honest.map((one) => [
      ...[one.kind.name, one.kind.set, hours(one.median), hours(one.slowestTenth), percent(one.inTime)],
      ...[percent(one.held), percent(one.asked), percent(one.audited), String(one.clips)],
    ]),
  );

import { isBankReference } from '#contract/bank-reference.ts';
import type { OutsideLine } from './outside-line.ts';

const MOST_WORDS = 20;

/**
 * A line of a bank's statement. People write references into the free text, so its words count as possible references too,
 * after those that the bank names: ours, and others with a digit.
 */
export function bankLine({
  named,
  ...line
}: Omit<OutsideLine, 'externalId' | 'part' | 'references' | 'isTransfer'> & {
  named: readonly string[];
}): OutsideLine {
  const given = named.filter((name) => name !== '' && !/^(?:NOTPROVIDED|NONREF|NONE)$/i.test(name));
  const words = [...given, line.description ?? '']
    .flatMap((text) => text.split(/[^\p{L}\p{N}_-]+/u))
    .filter((word) => isBankReference(word) || (word.length >= 6 && /\d/.test(word)))
    .slice(0, MOST_WORDS);
  const references = [...new Set([...given, ...words])];
  const shown = references.length > 0 ? references : [line.description?.slice(0, 100) || line.category];
  return { ...line, externalId: null, part: 'amount', references: shown, isTransfer: false };
}

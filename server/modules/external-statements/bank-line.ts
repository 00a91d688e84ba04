import { isBankReference } from '#contract/deposits/bank-reference.ts';
import type { OutsideLine } from './outside-line.ts';

const MOST_WORDS = 20;

type Given = Pick<OutsideLine, 'category' | 'amountMicros' | 'currency' | 'occurredAt'> & {
  /** Texts that identify the line when a later file contains it again. */
  named: readonly string[];
  counterparty: string | null;
  description: string | null;
  /** Further texts of the statement. They are stored, but don't identify the line. */
  more?: { named?: readonly string[]; counterparty?: string | null; description?: string };
};

/**
 * Builds a line of a bank's statement. Its references are those that the bank names, followed by words of
 * the free text, because people write references there. Only two kinds of word are taken: our own
 * references, and longer words that contain a digit.
 */
export function bankLine({ named, counterparty, description, more = {}, ...line }: Given): OutsideLine {
  const { amountMicros, currency, occurredAt, category } = line;
  const own = referencesOf(named, description);
  const text = [description, more.description].filter(Boolean).join(' ') || null;
  const all = [...givenOf(more.named ?? []), ...own, ...wordsOf([more.description ?? ''])];
  const identity = own.length > 0 ? own : [description?.slice(0, 100) || category];
  return {
    ...line,
    externalId: null,
    part: 'amount',
    references: all.length > 0 ? [...new Set(all)] : [shorten(text) || category],
    counterparty: counterparty ?? more.counterparty ?? null,
    description: text,
    isTransfer: false,
    identity: [
      occurredAt.toISOString(),
      amountMicros.toString(),
      currency,
      identity,
      counterparty,
      description,
    ],
  };
}

/**
 * Cuts a text by whole characters, because half of a character of two UTF-16 units, such as an emoji, can't
 * be stored.
 */
const shorten = (text: string | null): string => [...(text ?? '')].slice(0, 100).join('');

const givenOf = (named: readonly string[]): string[] =>
  named.filter((name) => name !== '' && !/^(?:NOTPROVIDED|NONREF|NONE)$/i.test(name));

const wordsOf = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => text.split(/[^\p{L}\p{N}_-]+/u))
    .filter((word) => isBankReference(word) || (word.length >= 6 && /\d/.test(word)))
    .slice(0, MOST_WORDS);

function referencesOf(named: readonly string[], description: string | null): string[] {
  const given = givenOf(named);
  return [...new Set([...given, ...wordsOf([...given, description ?? ''])])];
}

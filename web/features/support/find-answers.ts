import type { Answer } from './help-content.ts';

const plain = (text: string): string => text.toLowerCase().replaceAll('’', "'");

/** The answers in which every typed word occurs, in question or answer; all of them when nothing is typed. */
export function findAnswers(answers: readonly Answer[], typed: string): Answer[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return answers.filter(({ ask, answer }) => {
    const text = plain(`${ask} ${answer}`);
    return words.every((word) => text.includes(word));
  });
}

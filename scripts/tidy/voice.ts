import { sentencesOf } from './prose.ts';
import type { Rule, SourceFile } from './source.ts';

interface Habit {
  pattern: RegExp;
  fix: string;
}

/** Rules 2, 4 and 6 of docs/voice.md, as far as a pattern can find what breaks them. */
const habits: Habit[] = [
  {
    pattern:
      /^(?:What|Whatever|Who|Whoever|Whose|Which|Where|How|So (?:many|much|long|often|far)|As (?:many|much)|Such|Those|None|That of)\b(?![^?]*\?)/,
    fix: 'name the subject first: a sentence has a subject and a verb',
  },
  { pattern: /\banew\b/i, fix: 'write "again"' },
  { pattern: /\bin place of\b/i, fix: 'write "instead of"' },
  { pattern: /\b(?:go|goes|going|gone|went) on\b/i, fix: 'write "continues"' },
  {
    pattern: /\b(?:is|are|was|were|be|been|being) told\b(?! apart\b)/i,
    fix: 'name who notifies whom: "the host is notified"',
  },
  {
    // "A table of its own" is refused; "the views of its own clip" is allowed.
    pattern:
      /\b(?:of|by) (?:its|their|our|your|my|one's|his|her) own\b(?! (?!(?:about|an?|and|are|as|at|because|before|beside|but|by|each|for|from|has|if|in|is|may|must|needs|of|on|only|or|so|than|that|the|then|to|under|until|up|was|were|when|where|which|while|who|with|without|would)\b)[a-z])/i,
    fix: 'write "its own …" before the noun',
  },
  { pattern: /\bby (?:itself|themselves)\b/i, fix: 'write "automatically" or "alone"' },
  { pattern: /\b(?:stands?|stood)\b(?! for\b)/i, fix: 'write "is"' },
  { pattern: /\b(?:lies?|lay)\b/i, fix: 'write "is"' },
  { pattern: /\bbears?\b/i, fix: 'write "has"' },
  { pattern: /\b(?:comes?|came)\b(?! from\b)/i, fix: 'write "arrives", "follows" or "is"' },
  { pattern: /\bbut (?:of|for)\b/i, fix: 'write "except"' },
  { pattern: /\bevery one (?:that|who|of)\b/i, fix: 'write "each"' },
];

/** Expressions in which a refused word is an ordinary word. */
const allowed = /first come, first served|comes? back/gi;

/**
 * Texts of others, released files, generated files, and pages that list the refused words are not checked.
 */
const exempt =
  /^(?:scripts\/tidy\/|docs\/(?:voice|glossary)\.md$|db\/(?:migrations\/|schema\.sql|types\.ts)|LICENSE|CODE_OF_CONDUCT)/;

function findingsIn(file: SourceFile) {
  return sentencesOf(file).flatMap(({ text, line }) => {
    const plain = text.replace(allowed, '');
    return habits
      .filter(({ pattern }) => pattern.test(plain))
      .map(({ pattern, fix }) => ({
        path: file.path,
        line,
        fix: `"${pattern.exec(plain)![0]}": ${fix} (docs/voice.md)`,
      }));
  });
}

/** Comments, test titles and documents are read once: docs/voice.md. */
export const voiceRule: Rule = (files) => files.filter(({ path }) => !exempt.test(path)).flatMap(findingsIn);

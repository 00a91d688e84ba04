import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { check } from 'recheck';

/** The growth of a match's time with its input. It is `unknown` if the analyser gave up. */
export interface Verdict {
  growth: 'linear' | 'polynomial' | 'exponential' | 'unknown';
  /** JavaScript that makes an input for which the pattern is slow. */
  attack?: string;
}

export type JudgeRegex = (pattern: string, flags: string) => Promise<Verdict>;

/** Time limit of one analysis. On a quiet machine no pattern of the tree takes a tenth of this. */
const LIMIT_MS = 60_000;
/** Longer attacks are left out of a finding, because they would make it unreadable. */
const ATTACK_LETTERS = 100;

/**
 * Runs the analyser (https://makenowjust-labs.github.io/recheck), which takes up to seconds for a pattern.
 */
export const judgeByAnalysis: JudgeRegex = async (pattern, flags) => {
  const found = await check(pattern, flags, { timeout: LIMIT_MS, recallLimit: -1 });
  if (found.status === 'safe') return { growth: 'linear' };
  if (found.status === 'unknown') return { growth: 'unknown' };
  const { complexity, attack } = found;
  const growth = complexity.type === 'exponential' ? 'exponential' : 'polynomial';
  return attack.pattern.length > ATTACK_LETTERS ? { growth } : { growth, attack: attack.pattern };
};

/**
 * Caches linear patterns in a file, so that only new ones are analysed. The file is in node_modules, so
 * another version of the analyser starts with an empty one.
 */
export function remembering(file: string, judge: JudgeRegex): { judge: JudgeRegex; save(): void } {
  const known = new Map(Object.entries(read(file)));
  return {
    async judge(pattern, flags) {
      const key = `/${pattern}/${flags}`;
      const verdict = known.get(key) ?? (await judge(pattern, flags));
      // Other verdicts are not cached, because on a busy machine the analyser gives up or measures wrongly.
      if (verdict.growth === 'linear') known.set(key, verdict);
      return verdict;
    },
    save() {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.${process.pid}`, JSON.stringify(Object.fromEntries(known)));
      renameSync(`${file}.${process.pid}`, file);
    },
  };
}

function read(file: string): Record<string, Verdict> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

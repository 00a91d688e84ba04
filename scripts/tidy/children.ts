import { isCode, isTest, lineAt, type Rule } from './source.ts';

const starts = /(?<![.\w])(?:spawn|spawnSync|execFile|execFileSync|exec|execSync|fork)\(/g;

/**
 * Returns the text of a call from its opening parenthesis to the closing one. Parentheses in its strings must
 * be balanced.
 */
function callAt(text: string, opening: number): string {
  let depth = 0;
  for (let end = opening; end < text.length; end++) {
    if (text[end] === '(') depth++;
    else if (text[end] === ')' && --depth === 0) return text.slice(opening, end);
  }
  return text.slice(opening);
}

/**
 * A child process must be given `env`: without it, it inherits the server's settings, including every
 * password.
 */
export const childEnvironmentRule: Rule = (files) =>
  files
    .filter((file) => isCode(file) && !isTest(file.path) && /^(?:server|db|simulator)\//.test(file.path))
    .filter(({ text }) => text.includes("from 'node:child_process'"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(starts)]
        .filter(({ 0: name, index }) => !/\benv\b *[:,}]/.test(callAt(text, index + name.length - 1)))
        .map(({ index }) => ({
          path,
          line: lineAt(text, index),
          fix: 'name the variables of the child (env); without them it inherits every password of ours',
        })),
    );

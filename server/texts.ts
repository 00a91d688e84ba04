import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from './config/config-error.ts';
import type { Config } from './config.ts';
import { errorsText } from './texts/errors.ts';
import { factsOf } from './texts/facts.ts';
import { parseOperator, requireFacts } from './texts/operator.ts';
import { renderAnswers, renderSections, renderUnnumbered, type Text } from './texts/render.ts';
import { splitVersion } from './texts/version.ts';

const SHIPPED = fileURLToPath(new URL('./texts', import.meta.url));

const renderers = {
  terms: renderSections,
  privacy: renderSections,
  cookies: renderSections,
  help: renderAnswers,
  community: renderUnnumbered,
  api: renderUnnumbered,
};

export interface Texts {
  pages: Record<keyof typeof renderers | 'errors', Text>;
  /** The version of the terms in force, which is recorded with every acceptance. */
  termsVersion: string;
}

const files = ['operator.json', ...Object.keys(renderers).map((name) => `${name}.md`)];

/**
 * Loads the help and legal texts and renders them for their pages. A file in the operator's folder replaces
 * the shipped one of the same name.
 * @throws ConfigError with one sentence about the first unusable file
 */
export function loadTexts(config: Config): Texts {
  const { textsDir } = config;
  const own = namesIn(textsDir);
  const unknown = own.find((name) => !name.startsWith('.') && !files.includes(name));
  if (unknown) {
    throw new ConfigError(
      `TEXTS_DIR holds ${unknown}, which is none of ${files.join(', ')}; rename or remove it.`,
    );
  }
  const pathOf = (name: string) => join(own.includes(name) ? textsDir : SHIPPED, name);
  const operatorFile = pathOf('operator.json');
  const operator = parseOperator(operatorFile, readFileSync(operatorFile, 'utf8'));
  if (config.mode === 'live' && config.production) requireFacts(join(textsDir, 'operator.json'), operator);
  const facts = factsOf(config, operator);
  const termsFile = pathOf('terms.md');
  const terms = splitVersion(termsFile, readFileSync(termsFile, 'utf8'));
  const entries = Object.entries(renderers).map(([name, render]) => {
    const file = pathOf(`${name}.md`);
    return [name, render(fill(file, name === 'terms' ? terms.text : readFileSync(file, 'utf8'), facts))];
  });
  const pages = { ...Object.fromEntries(entries), errors: renderUnnumbered(errorsText()) };
  return { pages: pages as Texts['pages'], termsVersion: terms.version };
}

/**
 * Returns the names in a folder; the list is empty when the folder does not exist. An unreadable folder
 * throws, because otherwise the shipped texts would be shown.
 */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Replaces the names of facts by their values, and removes the text between {{#name}} and {{/name}} when that
 * fact is empty. Values are escaped, so they are never Markdown.
 */
function fill(file: string, text: string, facts: Record<string, string>): string {
  const factOf = (name: string): string => {
    const fact = facts[name];
    if (fact === undefined) {
      throw new ConfigError(
        `${file} names {{${name}}}, which is none of ${Object.keys(facts).join(', ')}; correct or remove it.`,
      );
    }
    return fact;
  };
  return keptLines(file, text, (name) => factOf(name) !== '').replace(
    /\{\{([^{}]*)\}\}/g,
    (_, name: string) => factOf(name.trim()).replace(/[!-/:-@[-`{-~]/g, '\\$&'),
  );
}

/**
 * Returns the lines outside conditional parts, and those of the kept parts. {{#name}} and {{/name}} are each
 * alone on a line.
 */
function keptLines(file: string, text: string, isKept: (name: string) => boolean): string {
  const kept: string[] = [];
  let part: { name: string; isKept: boolean } | null = null;
  for (const line of text.split('\n')) {
    const [, sign, name = ''] = /^\{\{([#/])([^\s{}]+)\}\}$/.exec(line) ?? [];
    if (sign === '#' && !part) part = { name, isKept: isKept(name) };
    else if (sign === '/' && name === part?.name) part = null;
    else if (!part || part.isKept) kept.push(line);
  }
  if (part)
    throw new ConfigError(`${file} begins {{#${part.name}}} and never ends it; add {{/${part.name}}}.`);
  return kept.join('\n');
}

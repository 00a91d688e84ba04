import { isCode, isTest, type Rule, type SourceFile } from './source.ts';

interface Word {
  name: string;
  pattern: RegExp;
  /** Whether a file is checked. */
  where(file: SourceFile): boolean;
  fix: string;
}

/** This folder is left out, because it names the words that it forbids. */
const own = /^(?:scripts\/tidy\/|tidy\.test\.ts$)/;

const code = (file: SourceFile): boolean => isCode(file) && !own.test(file.path);
const modules = (file: SourceFile): boolean =>
  /^server\/modules\/(?!accounts\/|api-keys\/|events\/)/.test(file.path) &&
  isCode(file) &&
  !isTest(file.path);

const readsEnvironment =
  /^(?:server\/config\.ts|packages\/client\/examples\/|scripts\/|e2e\/|bench\/|[a-z]+\.config\.ts|server\/testing\/)/;
const talks = /^(?:packages\/client\/examples\/|scripts\/|bench\/|server\/cli\.ts|server\/cli\/)/;

export const words: Word[] = [
  {
    name: 'nouns in the kit',
    pattern: /\b(?:listing|clip|clipper|submission|payout|deposit|snapshot|appeal)s?\b/i,
    where: ({ path }) => path.startsWith('web/ui/'),
    fix: 'web/ui knows no domain words; move it to web/nouns or to its feature',
  },
  {
    name: 'list states by hand',
    pattern: /\bpages\.flatMap\(|<ErrorState\b.*\brefetch\(/,
    where: ({ path }) => /^web\/(?:features|routes)\//.test(path),
    fix: 'show the list by QueryTable or QueryList, anything else by QueryState (web/ui)',
  },
  {
    name: 'environment',
    pattern: /\bprocess\.env\b/,
    where: (file) => code(file) && !readsEnvironment.test(file.path),
    fix: 'take the value from Config; only server/config.ts reads the environment',
  },
  {
    name: 'calls without a trace',
    pattern: /(?<![.\w])fetch\((?=url|input|request|address|`|'|new URL)/,
    where: (file) =>
      /^server\/(?!testing\/|cli\/|infra\/tracing\/)/.test(file.path) && isCode(file) && !isTest(file.path),
    fix: 'call services by callService, and addresses that people choose by outsidePoster (server/infra)',
  },
  {
    name: 'OpenTelemetry at every start',
    pattern: /^import (?!type\b).*(?:'@opentelemetry\/|tracing\/export-spans\.ts')/m,
    where: (file) =>
      isCode(file) &&
      !isTest(file.path) &&
      !own.test(file.path) &&
      !file.path.endsWith('tracing/export-spans.ts'),
    fix: 'load server/infra/tracing/export-spans.ts by import() where spans are exported; most installations export none',
  },
  {
    name: 'console',
    pattern: /\bconsole\.(?:log|info|debug)\(/,
    where: (file) => code(file) && !talks.test(file.path) && !isTest(file.path),
    fix: 'write to the log, or remove the line',
  },
  {
    name: 'any',
    pattern: /(?:\bas|:|<|\|) ?any(?:\[\])?(?=[\s;,)>=|\]]|$)(?! [a-z])|, any>/,
    where: (file) => code(file) && !file.path.endsWith('.mjs'),
    fix: 'say what the value is, or unknown; there is no any',
  },
  {
    name: 'silenced types',
    pattern: /@ts-(?:ignore|nocheck|expect-error)/,
    where: code,
    fix: 'fix the type instead of silencing it',
  },
  {
    name: 'unfinished',
    pattern: /\b(?:TODO|FIXME|XXX)\b/,
    where: (file) => !own.test(file.path) && !/\.(?:svg|json)$/.test(file.path),
    fix: 'do it now or leave it out; nothing is left for later in the tree',
  },
  {
    name: 'conflicts',
    pattern: /^(?:<{7}|>{7}|\|{7}) |^={7}$/,
    where: () => true,
    fix: 'resolve the conflict: one of the two, or both, without its marks',
  },
  {
    name: 'skipped tests',
    pattern: /\b(?:test|it|describe)\.(?:skip|only|todo|fixme|fails|skipIf|runIf)\b|\bx(?:it|describe)\(/,
    where: code,
    fix: 'every test runs, always',
  },
  {
    name: 'sleeps',
    pattern: /\bwaitForTimeout\(/,
    where: code,
    fix: 'wait for the thing, not for the time',
  },
  {
    name: 'passing on everything',
    pattern: /^export \*/,
    where: code,
    fix: 'export by name',
  },
  {
    name: 'default exports',
    pattern: /^export default\b|^export \{.*\bas default\b/,
    // These files are left out, because their tools require a default export.
    where: (file) => code(file) && !/^(?:[a-z]+\.config|e2e\/global-setup)\.ts$/.test(file.path),
    fix: 'export by name',
  },
  {
    name: 'real time',
    pattern: /\bDate\.now\(\)|\bnew Date\(\)|(?<![.\w])now\(\)|\bcurrent_timestamp\b/i,
    where: modules,
    fix: 'take the moment from the injected clock and pass it to SQL as a parameter',
  },
  {
    name: 'machine paths',
    pattern: /(?<![\w.}~-])\/(?:home|Users|work|root)\/[A-Za-z]/,
    where: (file) => !own.test(file.path),
    fix: 'name no folder of one machine',
  },
  {
    name: 'registry hosts',
    pattern: /"resolved": "|^\s*(?:@[\w-]+:)?registry\s*=|\/\/[\w.-]*(?:verdaccio|artifactory|nexus)[\w.-]*/,
    where: (file) => !own.test(file.path),
    fix: 'name no registry; whoever installs chooses it (npm config set omit-lockfile-registry-resolved true)',
  },
];

/** One rule per forbidden word, so that a failure names the rule. */
export const wordRules: Record<string, Rule> = Object.fromEntries(
  words.map(({ name, pattern, where, fix }) => [
    name,
    (files: SourceFile[]) =>
      files
        .filter(where)
        .flatMap(({ path, text }) =>
          withoutProse(path, text).flatMap((line, index) =>
            pattern.test(line) ? [{ path, line: index + 1, fix }] : [],
          ),
        ),
  ]),
);

/** Comments are removed, because they may mention forbidden things, except unfinished marks and similar. */
function withoutProse(path: string, text: string): string[] {
  const lines = text.split('\n');
  return lines.map((line, index) => {
    // A test may read replies as untyped data, if the line above gives the reason.
    if (isTest(path) && /biome-ignore lint\/suspicious\/noExplicitAny: \w/.test(lines[index - 1] ?? ''))
      return '';
    if (!/\.(?:tsx?|mjs)$/.test(path) || /@ts-|\b(?:TODO|FIXME|XXX)\b|\/(?:home|Users|work)\//.test(line))
      return line;
    if (/^\s*(?:\*|\/\*|\/\/)/.test(line)) return '';
    return line.replace(/\s\/\/ .*$/, '');
  });
}

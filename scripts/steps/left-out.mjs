/**
 * What no browser needs of a module and a bundler can't know: text that is changed before the bundler sees it, as pairs
 * of pattern and replacement. Each pattern has to be found, and nothing like `rest` may be left afterwards, else a new
 * version of a package is written differently. `unused` is what our own sources must not use, because it is gone.
 */
export const cuts = [
  {
    // What only the server reads of the contract's routes: their words, refusals, limits.
    id: /\/contract\/[a-z-]+\.ts$/,
    unused: /\b(?:route|spec|\w+Routes\.\w+)\.(?:summary|errors|perMinute|recentLogin|access)\b/,
    parts: [
      [/^\s*summary:\s*(?:'[^'\n]*'|"[^"\n]*"),\n/gm, ''],
      [/^\s*errors:\s*\[[^\]]*\],\n/gm, ''],
      [/^\s*perMinute: \d+,\n/gm, ''],
      [/^\s*recentLogin: true,\n/gm, ''],
      [/^\s*access: '\w+',\n/gm, ''],
    ],
  },
  {
    // Schemas can describe themselves as JSON schemas; only the server's OpenAPI page asks for that. What they remember of
    // values that contain themselves is for schemas that do, and JSON can't.
    id: /\/node_modules\/zod\/v4\/classic\/schemas\.js$/,
    unused: /JSONSchema|\bjsonSchema\b|\bz\.lazy\(/,
    rest: /\bprocessors\.\w+Processor\(|JSONSchemaMethod\(/,
    parts: [
      [/^\s*inst\._zod\.processJSONSchema = .*;\n/gm, ''],
      [/^\s*return createToJSONSchemaMethod\(.*;\n/gm, ''],
      [/^\s*if \(!core\.globalConfig\.memoizer\)\n.*\n/gm, ''],
      [/^\s*jsonSchema: \{\n(?:.*createStandardJSONSchemaMethod.*\n)+\s*\},\n/gm, ''],
    ],
  },
  {
    // The router holds on to its forms and to its framework's data by their names, and to prefetching by its links, each of
    // which keeps two states and two effects for it.
    id: /\/node_modules\/react-router\/dist\/development\/chunk-\w+\.mjs$/,
    unused: /\bprefetch[=:]|\bPrefetchPageLinks\b/,
    rest: /^\w+\.displayName\b|= React\d*\.(?:forwardRef|createContext)\(|\bshouldPrefetch &&/m,
    parts: [
      [/^\w+\.displayName = "\w+";\n/gm, ''],
      [/(?<= = )React\d*\.(?:forwardRef|createContext)(?=\()/g, '/* @__PURE__ */ $&'],
      [/(?<=return )shouldPrefetch && .* : (?=link;)/g, ''],
      [/^ *let \[shouldPrefetch, prefetchRef, prefetchHandlers\] = usePrefetchBehavior\([^()]*\);\n/gm, ''],
      [/^ *\.\.\.prefetchHandlers,\n/gm, ''],
      [/mergeRefs\(forwardedRef, prefetchRef\)/g, 'forwardedRef'],
    ],
  },
];

/** Leaves them out of what browsers load. @throws when a module is no longer written as the cuts expect */
export function withoutUnused() {
  const met = new Set();
  const change = (text, [part, instead]) => {
    if (text.search(part) >= 0) met.add(part);
    return text.replace(part, instead);
  };
  return {
    name: 'without-unused',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform: {
      filter: { id: cuts.map((cut) => cut.id) },
      handler(text, id) {
        const { parts, rest } = cuts.find((cut) => cut.id.test(id));
        const code = parts.reduce(change, text);
        const left = rest && code.match(rest);
        if (left) throw new Error(`"${left[0]}" is left in ${id}: check scripts/steps/left-out.mjs`);
        return { code, map: null };
      },
    },
    buildEnd(error) {
      const missed = cuts.flatMap((cut) => cut.parts).find(([part]) => !met.has(part));
      if (!error && missed)
        throw new Error(`Nothing is like ${missed[0]} any more: check scripts/steps/left-out.mjs`);
    },
  };
}

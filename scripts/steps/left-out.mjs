/**
 * What no browser needs of a module and a bundler can't know: text that is changed before it looks what is used, as pairs
 * of pattern and replacement. Each has to be found, else a new version of a package has quietly grown again.
 */
const cuts = [
  {
    // What only the server reads of the contract: its words, refusals, limits.
    id: /\/contract\/[a-z-]+\.ts$/,
    parts: [
      [/^\s*summary:\s*(?:'[^'\n]*'|"[^"\n]*"),\n/gm, ''],
      [/^\s*errors:\s*\[[^\]]*\],\n/gm, ''],
      [/^\s*perMinute: \d+,\n/gm, ''],
      [/^\s*recentLogin: true,\n/gm, ''],
      [/^\s*access: '\w+',\n/gm, ''],
    ],
  },
  {
    // Schemas can describe themselves as JSON schemas; only the server's OpenAPI page asks for that.
    id: /\/node_modules\/zod\/v4\/classic\/schemas\.js$/,
    parts: [
      [/^\s*inst\._zod\.processJSONSchema = .*;\n/gm, ''],
      [/^\s*return createToJSONSchemaMethod\(.*;\n/gm, ''],
      [/^\s*jsonSchema: \{\n(?:.*createStandardJSONSchemaMethod.*\n)+\s*\},\n/gm, ''],
    ],
  },
  {
    // The router holds on to its forms and to its framework's data by their names, and to prefetching by its links.
    id: /\/node_modules\/react-router\/dist\/development\/chunk-\w+\.mjs$/,
    parts: [
      [/^\w+\.displayName = "\w+";\n/gm, ''],
      [/(?<= = )React\d*\.(?:forwardRef|createContext)(?=\()/g, '/* @__PURE__ */ $&'],
      [/(?<=return )shouldPrefetch && .* : (?=link;)/g, ''],
    ],
  },
];

/** Leaves them out of what browsers load. */
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
      handler: (code, id) => ({
        code: cuts.find((cut) => cut.id.test(id)).parts.reduce(change, code),
        map: null,
      }),
    },
    buildEnd(error) {
      const missed = cuts.flatMap((cut) => cut.parts).find(([part]) => !met.has(part));
      if (!error && missed)
        throw new Error(`Nothing is like ${missed[0]} any more: check scripts/steps/left-out.mjs`);
    },
  };
}

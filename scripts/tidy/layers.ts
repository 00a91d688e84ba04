/** The order of the modules. Each may use the public faces of earlier ones, so there can be no cycles. */
export const moduleOrder = [
  'accounts',
  'api-keys',
  'events',
  'media',
  'ledger',
  'suspense',
  'profiles',
  'notifications',
  'webhook-endpoints',
  'connections',
  'listings',
  'syndication',
  'follows',
  'verified-records',
  'studio',
  'tracking',
  'appeal-records',
  'fraud-holds',
  'submissions',
  'scoring',
  'counting',
  'declarations',
  'clip-analytics',
  'attestations',
  'earnings',
  'clip-files',
  'appeals',
  'clips',
  'listing-results',
  'cohorts',
  'proofs',
  'discord',
  'deposits',
  'payouts',
  'external-statements',
  'support',
  'admin',
];

/** Folders of web/features without a module; ARCHITECTURE.md gives the reason of each. */
export const featuresWithoutModule = ['legal', 'marketing'];

export interface Layer {
  /** The files to which this row applies; the first matching row counts. */
  from: RegExp;
  /** Allowed imports besides packages; $1 is replaced by the first group of `from`. */
  may: string[];
  /** The only packages allowed; absent when all are. */
  packages?: RegExp;
  /** Completes the sentence that begins with "… may import ". */
  says: string;
}

const server = ['server/', 'contract/', 'db/', 'simulator/'];

/** The allowed imports of each layer (ARCHITECTURE.md gives the reasons). */
export const layers: Layer[] = [
  { from: /^contract\/(?:testing\/|.*\.test\.ts$)/, may: ['contract/'], says: 'contract only' },
  {
    from: /^contract\//,
    may: ['contract/'],
    packages: /^(?:zod|entities)$/,
    says: 'contract, zod and entities only',
  },
  { from: /^db\/seed\//, may: server, says: 'server, contract and db' },
  { from: /^db\/.*\.test\.ts$/, may: server, says: 'server, contract and db' },
  { from: /^db\//, may: ['db/', 'contract/'], says: 'db and contract only' },
  { from: /^server\/testing\//, may: server, says: 'server, contract, db and simulator' },
  {
    from: /^server\/infra\/.*\.test\.ts$/,
    may: ['server/infra/', 'server/testing/', 'contract/', 'db/'],
    says: 'infra, testing, contract and db',
  },
  { from: /^server\/infra\//, may: ['server/infra/', 'contract/', 'db/'], says: 'infra, contract and db' },
  {
    from: /^server\/http\/.*\.test\.ts$/,
    may: ['server/', 'contract/', 'db/'],
    says: 'server, contract and db',
  },
  {
    from: /^server\/http\//,
    may: ['server/http/', 'server/infra/', 'contract/', 'db/types.ts'],
    says: 'http, infra and contract',
  },
  {
    from: /^server\/modules\/([^/]+)\/.*\.test\.ts$/,
    may: [
      'server/modules/$1/',
      'server/infra/',
      'server/http/',
      'server/testing/',
      'server/app.ts',
      'server/config.ts',
      'server/config/',
      'contract/',
      'db/',
      'simulator/',
    ],
    says: 'its own files, testing, http, infra, contract, db, the simulator and the public faces of modules',
  },
  {
    from: /^server\/modules\/([^/]+)\//,
    may: [
      'server/modules/$1/',
      'server/infra/',
      'server/http/route.ts',
      'server/http/csv.ts',
      'server/http/actor.ts',
      'server/http/mail-allowance.ts',
      'server/http/module.ts',
      'server/http/picture-route.ts',
      'server/http/problem.ts',
      'server/http/rate-limit.ts',
      'server/http/webhook.ts',
      'contract/',
      'db/types.ts',
    ],
    says: 'its own files, infra, http/route, http/csv, contract and the public faces of earlier modules',
  },
  { from: /^server\//, may: server, says: 'server, contract, db and simulator' },
  { from: /^simulator\//, may: ['simulator/', 'contract/'], says: 'simulator and contract only' },
  {
    from: /^web\/ui\//,
    may: ['web/ui/', 'contract/money.ts', 'contract/dates.ts'],
    says: 'web/ui, contract/money and contract/dates only',
  },
  {
    from: /^web\/nouns\//,
    may: ['web/nouns/', 'web/ui/', 'contract/'],
    says: 'web/nouns, web/ui and contract only',
  },
  {
    from: /^web\/api\//,
    may: ['web/api/', 'web/ui/toasts/toast.tsx', 'web/ui/lists/use-list.ts', 'contract/'],
    says: 'web/api, the toasts, the state of lists and contract only',
  },
  {
    from: /^web\/features\/([^/]+)\//,
    may: ['web/features/$1/', 'web/nouns/', 'web/ui/', 'web/api/', 'web/routes/paths.ts', 'contract/'],
    says: 'its own files, nouns, ui, api, contract and routes/paths.ts, never another feature',
  },
  { from: /^web\/routes\/paths\.ts$/, may: ['contract/'], says: 'contract only' },
  {
    from: /^web\/routes\//,
    may: ['web/routes/', 'web/features/', 'web/nouns/', 'web/ui/', 'web/api/', 'contract/'],
    says: 'routes, features, nouns, ui, api and contract',
  },
  { from: /^web\//, may: ['web/', 'contract/'], says: 'web and contract, never the server' },
  {
    from: /^e2e\//,
    may: [
      'e2e/',
      'contract/',
      'scripts/',
      'simulator/',
      'db/test-folder.ts',
      'server/infra/running-database.ts',
    ],
    says: 'e2e, contract, scripts, the simulator, db/test-folder.ts and server/infra/running-database.ts',
  },
  { from: /^bench\//, may: ['bench/', 'scripts/', ...server], says: 'anything but web and e2e' },
  { from: /^packages\//, may: ['packages/'], packages: /^$/, says: 'itself only' },
  {
    from: /^scripts\//,
    may: ['scripts/', 'packages/', 'dist/server/', ...server],
    says: 'anything but web, e2e and bench',
  },
];

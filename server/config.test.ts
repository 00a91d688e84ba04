import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { environment } from './config/environment.ts';
import { readConfig } from './config.ts';
import { LIVE_ENV } from './testing/live-env.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'permille-config-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const SECRET = 'a secret for tests that is long enough';

describe('readConfig', () => {
  test('without settings it is a demo on the embedded database at http://localhost:3000', () => {
    const config = readConfig({ SECRET });
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      appUrl: 'http://localhost:3000',
      database: { kind: 'embedded' },
      mode: 'demo',
      devTools: false,
      trustProxy: false,
      platformKeys: { youtube: null },
    });
    expect(config.dataDir).toBe(join(process.cwd(), '.data'));
  });

  test('the threshold of the tax report is $2,000.00 by default, in whole dollars', () => {
    expect(readConfig({ SECRET }).taxReportMin).toBe(2_000_000_000n);
    expect(readConfig({ SECRET, TAX_REPORT_MIN_USD: '600' }).taxReportMin).toBe(600_000_000n);
    expect(() => readConfig({ SECRET, TAX_REPORT_MIN_USD: '1.5' })).toThrow('TAX_REPORT_MIN_USD');
  });

  test('counts are kept for at least thirty days', () => {
    expect(readConfig({ SECRET }).snapshotDays).toBeNull();
    expect(readConfig({ SECRET, SNAPSHOT_DAYS: '30' }).snapshotDays).toBe(30);
    for (const SNAPSHOT_DAYS of ['1', '29']) {
      expect(() => readConfig({ SECRET, SNAPSHOT_DAYS })).toThrow(
        /^SNAPSHOT_DAYS must be at least 30\b.*\.$/,
      );
    }
  });

  test('connections are limited in all and per address, by defaults or as set', () => {
    expect(readConfig({ SECRET }).connections).toEqual({ most: 4_000, mostPerAddress: 250 });
    const set = { SECRET, MAX_CONNECTIONS: '200', MAX_CONNECTIONS_PER_ADDRESS: '20' };
    expect(readConfig(set).connections).toEqual({ most: 200, mostPerAddress: 20 });
    expect(readConfig({ SECRET, MAX_CONNECTIONS: '200' }).connections.mostPerAddress).toBe(200);
    for (const MAX_CONNECTIONS of ['0', '99', '70000', 'many']) {
      expect(() => readConfig({ SECRET, MAX_CONNECTIONS })).toThrow(
        'MAX_CONNECTIONS must be a whole number from 100 to 65535.',
      );
    }
    expect(() => readConfig({ ...set, MAX_CONNECTIONS_PER_ADDRESS: '300' })).toThrow(
      /^MAX_CONNECTIONS_PER_ADDRESS must not be above MAX_CONNECTIONS/,
    );
  });

  test('uploads get more space on a live system than in a demo, and never more for one person than for all', () => {
    const space = (env: Record<string, string>) => readConfig({ SECRET, ...env }).uploadSpace;
    const GB = 1000 ** 3;
    expect(space(LIVE_ENV)).toEqual({ personBytes: 200 * GB, totalBytes: 2_000 * GB });
    expect(space({ DEMO: '1' })).toEqual({ personBytes: GB, totalBytes: 20 * GB });
    expect(space({ UPLOADS_PERSON_GB: '5', UPLOADS_TOTAL_GB: '5' })).toEqual({
      personBytes: 5 * GB,
      totalBytes: 5 * GB,
    });
    for (const wrong of ['0', '1.5', '-1', '20 GB']) {
      expect(() => space({ UPLOADS_PERSON_GB: wrong })).toThrow(
        'UPLOADS_PERSON_GB must be whole gigabytes, like 200.',
      );
    }
    expect(() => space({ UPLOADS_PERSON_GB: '21' })).toThrow(/^UPLOADS_TOTAL_GB must not be less/);
    expect(() => space({ ...LIVE_ENV, UPLOADS_TOTAL_GB: '100' })).toThrow(
      /^UPLOADS_TOTAL_GB must not be less/,
    );
  });

  test('an external database turns the demo off unless it is requested', () => {
    const DATABASE_URL = 'postgres://owner:pw@db.example:5432/permille';
    expect(readConfig({ ...LIVE_ENV, MODE: '', SECRET, DATABASE_URL })).toMatchObject({
      mode: 'live',
      database: { kind: 'external', ownerUrl: DATABASE_URL, appUrl: null },
    });
    expect(readConfig({ SECRET, DATABASE_URL, DEMO: '1' }).mode).toBe('demo');
    const appAlone = readConfig({ ...LIVE_ENV, MODE: '', SECRET, APP_DATABASE_URL: DATABASE_URL });
    expect(appAlone).toMatchObject({ mode: 'live', database: { ownerUrl: null, appUrl: DATABASE_URL } });
  });

  test('MODE names one of three modes, and DEMO is short for two of them', () => {
    const mode = (env: Record<string, string>) => readConfig({ ...LIVE_ENV, MODE: '', SECRET, ...env }).mode;
    for (const MODE of ['demo', 'staging', 'live']) expect(mode({ MODE })).toBe(MODE);
    expect(mode({ DEMO: '0' })).toBe('live');
    expect(mode({ MODE: 'staging', DEMO: '0' })).toBe('staging');
    for (const [MODE, DEMO] of [
      ['demo', '0'],
      ['staging', '1'],
      ['live', '1'],
    ] as const) {
      expect(() => mode({ MODE, DEMO })).toThrow(
        `DEMO must not be ${DEMO} with MODE=${MODE}, because they contradict each other; remove DEMO.`,
      );
    }
  });

  test('an empty value counts as absent', () => {
    expect(readConfig({ SECRET, PORT: '', HOST: ' ', DEMO: '' })).toMatchObject({ port: 3000, mode: 'demo' });
  });

  test('reading the settings creates nothing, even when no secret is set', () => {
    const DATA_DIR = join(folder(), 'mistyped');
    expect(readConfig({ DATA_DIR }).secret).toBeNull();
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test.each(['file', 'file/below'])('a data folder that is a file is refused in one sentence: %s', (name) => {
    const home = folder();
    writeFileSync(join(home, 'file'), '');
    for (const env of [{}, { SECRET }])
      expect(() => readConfig({ ...env, DATA_DIR: join(home, name) })).toThrow(
        /^DATA_DIR must be a folder this user can write, and .+ is not \(ENOTDIR\)\.$/,
      );
  });

  test.each([
    ['TRUST_PROXY', '2', 2],
    ['TRUST_PROXY', '10.0.0.1, 10.0.0.0/8', ['10.0.0.1', '10.0.0.0/8']],
    ['TRUST_PROXY', '0', false],
  ])('%s=%s is accepted', (name, value, expected) => {
    expect(readConfig({ SECRET, [name]: value }).trustProxy).toEqual(expected);
  });

  test.each([
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ PORT: '3e3' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ APP_URL: 'https://a.example/path' }, /^APP_URL must be an origin/],
    [{ APP_URL: 'javascript:alert(1)' }, /^APP_URL must be an origin/],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be a URL like postgres:/],
    [{ DEMO: 'yes' }, 'DEMO must be 0 or 1.'],
    [{ MODE: 'test' }, 'MODE must be demo, staging or live.'],
    [{ SMTP_URL: 'http://mail' }, /^SMTP_URL must be a URL like smtp:/],
    [{ MAIL_FROM: 'a\nBcc: b@c.d' }, /^MAIL_FROM must be an address/],
    [{ SECRET: 'short' }, 'SECRET must be at least 32 characters.'],
    [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY must be 0/],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be at least 16 characters.'],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of/],
    [{ ADMIN_USERNAME: 'boss' }, 'ADMIN_USERNAME is set without ADMIN_PASSWORD; set both or neither.'],
    [{ GOOGLE_CLIENT_SECRET: 'abcd' }, /^GOOGLE_CLIENT_SECRET is set without GOOGLE_CLIENT_ID/],
    [{ DATABASE_URL: 'postgres://o:a,b@n1:5432,n2:5432/p' }, /^DATABASE_URL must name one host/],
    [{ DATABASE_READ_URL: 'postgres://r@db2/p' }, /^DATABASE_READ_URL must not be set without DATABASE_URL/],
    [{ APP_DATABASE_URL: 'mysql://x' }, /^APP_DATABASE_URL must be a URL like postgres:/],
    [{ IG_API_BASE: 'localhost:80' }, /^IG_API_BASE must be a URL/],
  ])('%o stops the start with one sentence', (env, message) => {
    expect(() => readConfig({ SECRET, ...env })).toThrow(message);
  });

  test('a refused value is never repeated, because it may be a secret', () => {
    expect(() => readConfig({ SECRET: 'hunter2' })).not.toThrow(/hunter2/);
  });
});

describe('test and live never mix', () => {
  const live = { ...LIVE_ENV, SECRET, NODE_ENV: 'production' };

  test('dev tools are refused on a live system whatever NODE_ENV says', () => {
    const DATABASE_URL = 'postgres://owner:pw@db.example:5432/permille';
    const refused = [live, { ...live, NODE_ENV: '' }, { ...live, MODE: '', NODE_ENV: 'test', DATABASE_URL }];
    for (const env of refused)
      expect(() => readConfig({ ...env, DEV_TOOLS: '1' })).toThrow(/^DEV_TOOLS must be 0 on a live system/);
  });

  test('dev tools are refused in production and when another machine can connect, demo or not', () => {
    const tools = { SECRET, DEMO: '1', DEV_TOOLS: '1' };
    expect(() => readConfig({ ...tools, NODE_ENV: 'production' })).toThrow(
      /^DEV_TOOLS must be 0 with NODE_ENV=production, also in demo mode, .*\.$/,
    );
    for (const HOST of [
      '0.0.0.0',
      '::',
      '192.168.1.7',
      'permille.example',
      '127.0.0.1.example',
      '128.0.0.1',
    ]) {
      expect(() => readConfig({ ...tools, HOST }), HOST).toThrow(
        /^DEV_TOOLS must be 0 where other machines .*remove HOST/,
      );
    }
    expect(() => readConfig({ ...tools, APP_URL: 'https://demo.permille.example' })).toThrow(
      /^DEV_TOOLS must be 0 where other machines .*remove APP_URL/,
    );
    for (const HOST of ['', '127.0.0.1', '127.8.0.1', 'localhost', '::1']) {
      expect(readConfig({ ...tools, HOST, APP_URL: 'http://[::1]:3000' }).devTools).toBe(true);
    }
  });

  test('a live card key is refused in a demo, a test key on a live system, and an incomplete pair everywhere', () => {
    const keys = (mode: string) => ({
      STRIPE_SECRET_KEY: `sk_${mode}_abcdef`,
      STRIPE_WEBHOOK_SECRET: 'whsec_abcdefgh',
    });
    expect(() => readConfig({ SECRET, ...keys('live') })).toThrow(/^STRIPE_SECRET_KEY must be a test key/);
    expect(() => readConfig({ ...live, ...keys('test') })).toThrow(/^STRIPE_SECRET_KEY must be a live key/);
    expect(readConfig({ SECRET, ...keys('test') }).stripe?.secretKey).toBe('sk_test_abcdef');
    expect(readConfig({ ...live, ...keys('live') }).stripe?.webhookSecret).toBe('whsec_abcdefgh');
    expect(() => readConfig({ SECRET, STRIPE_SECRET_KEY: 'sk_test_abcdef' })).toThrow(/set both or neither/);
    expect(() => readConfig({ SECRET, ...keys('other') })).toThrow(/^STRIPE_SECRET_KEY must be a key like/);
    expect(readConfig({ SECRET, BANK_DETAILS: 'IBAN X\\nBIC Y' }).bankDetails).toBe('IBAN X\nBIC Y');
  });

  test('real platform keys are refused in a demo', () => {
    const keys = { TIKTOK_CLIENT_KEY: 'abcd', TIKTOK_CLIENT_SECRET: 'efgh' };
    expect(() => readConfig({ SECRET, ...keys })).toThrow(/^TIKTOK_CLIENT_KEY must not be set in demo mode/);
    const { tiktok } = readConfig({ ...live, ...keys }).platformKeys;
    expect(tiktok).toEqual({ clientKey: 'abcd', clientSecret: 'efgh', business: null });
  });

  test('PayPal keys are set together, its sandbox is refused on a live system, and its live account elsewhere', () => {
    const keys = { PAYPAL_CLIENT_ID: 'abcd', PAYPAL_CLIENT_SECRET: 'efgh', PAYPAL_WEBHOOK_ID: 'WH-1' };
    const sandbox = { PAYPAL_BASE: 'https://api-m.sandbox.paypal.com' };
    expect(() => readConfig({ SECRET, PAYPAL_CLIENT_ID: 'abcd', PAYPAL_CLIENT_SECRET: 'efgh' })).toThrow(
      'PAYPAL_CLIENT_ID is set without PAYPAL_WEBHOOK_ID; set all three or none.',
    );
    expect(() => readConfig({ SECRET, ...keys })).toThrow(/^PAYPAL_BASE must be https:.+ in demo mode/);
    expect(readConfig({ SECRET, ...keys, ...sandbox }).paypal).toMatchObject({ webhookId: 'WH-1' });
    expect(() => readConfig({ ...live, ...keys, ...sandbox })).toThrow(
      /^PAYPAL_BASE must not be the sandbox/,
    );
    expect(readConfig({ ...live, ...keys }).paypal).toMatchObject({ clientId: 'abcd' });
  });

  test('staging accepts platform keys with test money, and refuses live money, the live PayPal and dev tools', () => {
    const staging = { SECRET, NODE_ENV: 'production', MODE: 'staging', YOUTUBE_BASE: 'http://127.0.0.1:9' };
    const paypal = { PAYPAL_CLIENT_ID: 'abcd', PAYPAL_CLIENT_SECRET: 'efgh', PAYPAL_WEBHOOK_ID: 'WH-1' };
    const keys = {
      TIKTOK_CLIENT_KEY: 'abcd',
      TIKTOK_CLIENT_SECRET: 'efgh',
      STRIPE_SECRET_KEY: 'sk_test_abcdef',
      STRIPE_WEBHOOK_SECRET: 'whsec_abcdefgh',
      PAYPAL_BASE: 'https://api-m.sandbox.paypal.com',
      ...paypal,
    };
    expect(readConfig({ ...staging, ...keys })).toMatchObject({
      mode: 'staging',
      platformKeys: { tiktok: { clientKey: 'abcd' } },
      paypal: { webhookId: 'WH-1' },
    });
    expect(() => readConfig({ ...staging, ...keys, STRIPE_SECRET_KEY: 'sk_live_abcdef' })).toThrow(
      /^STRIPE_SECRET_KEY must be a test key \(sk_test_…\) in staging, [^.]+\.$/,
    );
    for (const PAYPAL_BASE of ['', 'https://api-m.paypal.com']) {
      expect(() => readConfig({ ...staging, ...keys, PAYPAL_BASE })).toThrow(
        /^PAYPAL_BASE must be https:.+ in staging, .+\.$/,
      );
    }
    expect(() => readConfig({ ...staging, DEV_TOOLS: '1' })).toThrow(
      /^DEV_TOOLS must be 0 in staging, .+\.$/,
    );
  });

  test('a simulator over plain http is refused in production', () => {
    expect(() => readConfig({ ...live, YOUTUBE_BASE: 'http://127.0.0.1:9' })).toThrow(
      /^YOUTUBE_BASE must be an https/,
    );
  });
});

test('.env.example lists exactly the variables that the server reads', () => {
  const listed = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)].map((m) => m[1]);
  expect(listed.toSorted()).toEqual(Object.keys(environment.shape).toSorted());
});

test('.env.example itself is a valid environment', () => {
  const lines = readFileSync('.env.example', 'utf8').matchAll(/^([A-Z0-9_]+)=(.*)$/gm);
  const env = Object.fromEntries([...lines].map((m) => [m[1]!, m[2]!]));
  expect(readConfig({ ...env, SECRET }).port).toBe(3000);
});

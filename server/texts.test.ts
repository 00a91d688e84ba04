import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { payoutTexts, withdrawalTexts } from '#contract/payouts/payout-texts.ts';
import { readConfig } from './config.ts';
import { LIVE_ENV } from './testing/live-env.ts';
import { payoutWay } from './texts/facts.ts';
import { loadTexts, type Texts } from './texts.ts';

const SECRET = 'a secret for tests that is long enough';
const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"');

/** Loads the texts of an installation whose operator wrote these files. */
function loadAll(files: Record<string, string> = {}, env: Record<string, string> = {}): Texts {
  const TEXTS_DIR = mkdtempSync(join(tmpdir(), 'permille-texts-'));
  onTestFinished(() => rmSync(TEXTS_DIR, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(TEXTS_DIR, name), text);
  return loadTexts(readConfig({ SECRET, TEXTS_DIR, ...env }));
}
const load = (files?: Record<string, string>, env?: Record<string, string>) => loadAll(files, env).pages;
const version = '---\nversion: 2026-05-01\n---\n';

const operator = {
  name: 'Clips & Co *Ltd*',
  address: '1 Quay Street, Harbour Town',
  email: 'help@clips.example',
  controller: 'Ines Example, <privacy@clips.example>',
  jurisdiction: 'Portugal',
};
const live = { ...LIVE_ENV, NODE_ENV: 'production' };

describe('the shipped texts', () => {
  test('terms have eight sections, their date, the reasons for a ban, and refunds within 30 days', () => {
    const { terms } = load();
    expect(terms.body.match(/<section id=/g)).toHaveLength(8);
    expect(terms.lead).toContain('Last updated: January 1, 2025');
    for (const reason of ['false view counts', 'multiple accounts', 'harassment'])
      expect(terms.body).toContain(reason);
    expect(terms.body).toContain('violating the terms of an external platform');
    expect(terms.body).toContain('Refund requests are accepted within 30 days of the original transaction');
  });

  test('the version of the terms is the one in their file, and is not shown', () => {
    expect(loadAll().termsVersion).toBe('2025-01-01');
    const own = loadAll({ 'terms.md': `${version}Ours.\n` });
    expect([own.termsVersion, own.pages.terms.lead]).toEqual(['2026-05-01', '<p>Ours.</p>\n']);
  });

  test('privacy and cookies show their date', () => {
    const { privacy, cookies } = load();
    for (const { lead } of [privacy, cookies]) expect(lead).toContain('Last updated: January 1, 2025');
  });

  test("the cookie policy names the player's browser storage, as its package calls it", () => {
    const player = readFileSync('node_modules/media-chrome/dist/media-store/state-mediator.js', 'utf8');
    const keys = new Set(player.match(/media-chrome-pref-[a-z]+/g));
    expect([...keys].sort()).toEqual(['media-chrome-pref-muted', 'media-chrome-pref-volume']);
    const { body } = load().cookies;
    for (const key of keys) expect(body).toContain(key);
  });

  test("YouTube's required statements are omitted when no YouTube account can be connected", () => {
    const of = (env: Record<string, string>) => {
      const { terms, privacy } = load({}, { ...LIVE_ENV, ...env });
      return [terms.body, privacy.body, privacy.contents].map((text) =>
        /YouTube API Services|#youtube/.test(text),
      );
    };
    expect(of({})).toEqual([false, false, false]);
    expect(of({ YOUTUBE_CLIENT_ID: 'client-id', YOUTUBE_CLIENT_SECRET: 'client-secret' })).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('community has four places, and claims the specified figures in a demo only', () => {
    const { community } = load();
    for (const place of ['Chat server', 'Meetups', 'Social feed', 'Video channel'])
      expect(community.body).toContain(`>${place}</h2>`);
    expect(community.body.match(/href="\/contact"/g)).toHaveLength(4);
    expect(plain(community.lead)).toMatch(/Members\s+1,200\+\s+Next event\s+Jan 15, 2025/);
    expect(load({}, LIVE_ENV).community.lead).toBe('');
    const stated = JSON.stringify({ ...operator, members: '340', nextEvent: '' });
    expect(plain(load({ 'operator.json': stated }, live).community.lead).split(/\s+/)).toEqual(
      expect.arrayContaining(['Members', '340']),
    );
  });

  test("privacy contains YouTube's required statements, with their links", () => {
    const { body } = load().privacy;
    expect(body).toContain('uses YouTube API Services');
    for (const url of [
      'https://www.youtube.com/t/terms',
      'https://policies.google.com/privacy',
      'https://security.google.com/settings/security/permissions',
    ])
      expect(body).toContain(`href="${url}"`);
    expect(body).toMatch(
      /ended for 7 days and the counts of your clips are final, .+, what came from YouTube is deleted/,
    );
  });

  test('there are five answers, each with its own anchor', () => {
    const ids = [...load().help.body.matchAll(/<details id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids)).toEqual(new Set(['payouts', 'verification', 'review', 'budget', 'submitting']));
    expect(ids).toHaveLength(5);
  });

  test('contents link to existing sections, and links lead to existing pages', () => {
    const docs = ['/docs/api', '/docs/errors', '/api/docs', '/api/v1/openapi.json'];
    const pages = ['/contact', '/cookies', '/takedown', '/verify', ...docs];
    for (const { contents, body, lead } of Object.values(load())) {
      for (const [, href] of (contents + lead + body).matchAll(/href="([^"]+)"/g)) {
        if (href!.startsWith('#')) expect(body).toContain(`id="${href!.slice(1)}"`);
        else if (href!.startsWith('/')) expect(pages).toContain(href);
        else expect(href).toMatch(/^https:/);
      }
    }
  });

  test("rules use the constants that the code applies, and the operator's settings", () => {
    const { terms, privacy } = load({}, { SNAPSHOT_DAYS: '45' });
    expect(plain(terms.body)).toContain('withdrawal of available earnings from $5.00');
    expect(plain(privacy.body)).toContain('Counts of your posts: 45 days');
  });

  test('the recipients of data are the configured services', () => {
    expect(plain(load().privacy.body)).toContain('simulated on the same machine');
    expect(plain(load({}, { MODE: 'staging' }).privacy.body)).toMatch(
      /what they need for it: the push service of your browser’s maker, [^;]+\)\. We sell/,
    );
    const keys = { TIKTOK_CLIENT_KEY: 'abcd', TIKTOK_CLIENT_SECRET: 'efgh', SMTP_URL: 'smtp://mail.example' };
    const { body } = load({}, { MODE: 'staging', ...keys }).privacy;
    expect(plain(body)).toMatch(/what they need for it: TikTok .+; the push service .+; our mail provider/);
    expect(plain(body)).not.toContain('Stripe');
  });

  test('the privacy policy excepts clippers who hide their earnings from the names that Discord receives', () => {
    const keys = { DISCORD_APPLICATION_ID: '1100000000000000000', DISCORD_PUBLIC_KEY: 'a'.repeat(64) };
    expect(plain(load({}, { MODE: 'staging', ...keys }).privacy.body)).toContain(
      'the names of the clippers with the most verified views, except clippers who hide their earnings',
    );
  });

  test('the transcription and storage services are named, unless they are this machine', () => {
    const receivers = (env: Record<string, string>) =>
      plain(load({}, { MODE: 'staging', ...env }).privacy.body);
    const keys = { S3_ACCESS_KEY_ID: 'key-id', S3_SECRET_ACCESS_KEY: 'key-secret', S3_BUCKET: 'files' };
    const outside = receivers({ ...keys, TRANSCRIBE_URL: 'https://speech.example/v1/audio/transcriptions' });
    expect(outside).toContain('writes down what is said in source videos (their sound)');
    expect(outside).toContain('our storage service (uploaded files)');
    const own = { S3_ENDPOINT: 'http://127.0.0.1:9000', TRANSCRIBE_URL: 'http://127.0.0.1:8000/v1' };
    expect(receivers({ ...keys, ...own })).not.toMatch(/writes down|our storage service/);
    const backups = receivers({ ...keys, BACKUP_FOLDER: 's3://copies/permille' });
    expect(backups).toContain('our storage service (uploaded files, backups of all that we store)');
  });

  test('card payments are mentioned only when cards are taken', () => {
    const cardsIn = (env: Record<string, string>) => {
      const { help, terms } = load({}, { MODE: 'staging', ...env });
      return [help, terms].map(({ body }) => plain(body).includes('funded by a host’s new card'));
    };
    expect(cardsIn({})).toEqual([false, false]);
    expect(
      cardsIn({
        STRIPE_SECRET_KEY: 'sk_test_long_enough_for_texts',
        STRIPE_WEBHOOK_SECRET: 'whsec_long_enough_for_texts',
      }),
    ).toEqual([true, true]);
  });

  test('the cookie policy names the browser storage of push and the offline page', () => {
    const { body } = load().cookies;
    for (const file of ['web/api/browser-push.ts', 'web/features/notifications/push-offer.tsx']) {
      const [, key] = /const (?:UNWANTED|DECLINED) = '(\w+)'/.exec(readFileSync(file, 'utf8')) ?? [];
      expect(body).toContain(key);
    }
  });
});

describe('an operator’s files', () => {
  test('replace the shipped ones of the same name, and name the operator', () => {
    const { terms, privacy } = load({
      'terms.md': `${version}Ours.\n\n## Who we are {#us}\n\n{{operator.name}}, **bold**.\n\n## And more\n`,
      'operator.json': JSON.stringify(operator),
    });
    expect(terms).toEqual({
      lead: '<p>Ours.</p>\n',
      contents: '<li><a href="#us">Who we are</a></li><li><a href="#and-more">And more</a></li>',
      body:
        '<section id="us" aria-labelledby="us-title"><h2 id="us-title">1. Who we are</h2>' +
        '<p>Clips &amp; Co *Ltd*, <strong>bold</strong>.</p>\n</section>' +
        '<section id="and-more" aria-labelledby="and-more-title"><h2 id="and-more-title">2. And more</h2></section>',
    });
    expect(privacy.body).toContain('Ines Example, &lt;privacy@clips.example&gt;');
    expect(privacy.body).toContain('1 Quay Street, Harbour Town');
  });

  test('contain no HTML and no links to scripts', () => {
    const { terms } = load({
      'terms.md': `${version}## <img src=x onerror=alert(1)>\n\n<script>alert(1)</script> [x](javascript:alert(1))\n`,
    });
    expect(terms.body + terms.contents).not.toMatch(/<script|<img|href="javascript/);
  });

  test.each([
    [
      { 'terms.md': `${version}By {{operator.nam}}.` },
      /terms\.md names \{\{operator\.nam\}\}, which is none of .+\.$/,
    ],
    [
      { 'terms.md': `${version}A\n{{#cards}}\nB\n` },
      /terms\.md begins \{\{#cards\}\} and never ends it; add \{\{\/cards\}\}\.$/,
    ],
    [{ 'terms.md': 'Ours.' }, /terms\.md must begin with the lines .+ because the version is recorded .+\.$/],
    [{ 'term.md': 'Ours.' }, /^TEXTS_DIR holds term\.md, which is none of operator\.json, terms\.md, .+\.$/],
    [{ 'operator.json': '{' }, /operator\.json must be JSON; [^.]+\.$/],
    [{ 'operator.json': '{"name": 7}' }, /operator\.json must hold name as a text\.$/],
    [
      { 'operator.json': JSON.stringify({ ...operator, email: 'ask us' }) },
      /operator\.json must hold email as an address like support@permille\.example\.$/,
    ],
    [{ 'operator.json': JSON.stringify({ ...operator, vat: '1' }) }, /operator\.json may hold name, .+\.$/],
  ])('%o stop the start with one sentence', (files: Record<string, string>, sentence) => {
    expect(() => load(files)).toThrow(sentence);
  });

  test('a live system in production starts only with every fact of the operator, and names all missing ones', () => {
    expect(() => load({}, live)).toThrow(
      /operator\.json must state name, address, email, controller, jurisdiction, because a live system in production says .+\.$/,
    );
    const without = JSON.stringify({ ...operator, controller: ' ' });
    expect(() => load({ 'operator.json': without }, live)).toThrow(/operator\.json must state controller, /);
    expect(load({ 'operator.json': JSON.stringify(operator) }, live).terms.body).toContain('Clips &amp; Co');
    for (const MODE of ['demo', 'staging'])
      expect(load({}, { ...live, MODE }).terms.body).toContain('operator');
  });

  test('an unreadable folder stops the start, and is never mistaken for one without files', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'permille-texts-')), 'file');
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
    writeFileSync(file, '');
    expect(() => loadTexts(readConfig({ TEXTS_DIR: join(file, 'texts') }))).toThrow(/^ENOTDIR: /);
  });

  test('are read from the data folder unless another one is named', () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'permille-data-'));
    onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
    mkdirSync(join(DATA_DIR, 'texts'));
    writeFileSync(join(DATA_DIR, 'texts/help.md'), '## Why? {#why}\n\nBecause.\n');
    expect(loadTexts(readConfig({ SECRET, DATA_DIR })).pages.help.body).toContain('<details id="why">');
  });
});

test('the shipped file of the operator names every fact and states none', () => {
  const shipped: unknown = JSON.parse(readFileSync('server/texts/operator.json', 'utf8'));
  const names = [...Object.keys(operator), 'members', 'nextEvent'];
  expect(shipped).toEqual(Object.fromEntries(names.map((name) => [name, ''])));
});

test('a demo has the specified words about payouts, and says that it simulates PayPal', () => {
  const demo = payoutWay({ simulatorPort: 0, paypal: null });
  expect(payoutTexts[demo]).toBe(`${payoutTexts.manual} PayPal is simulated here.`);
  expect(withdrawalTexts[demo]).toMatch(/^Processed manually for now\./);
  expect(payoutWay({ simulatorPort: null, paypal: null })).toBe('manual');
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mailBlocks } from './mail-blocks.ts';
import { mailHtml } from './mail-html.tsx';
import { mailColours } from './mail-style.ts';

const APP = 'https://permille.example';
const html = (
  text: string,
  more: { buttons?: string[]; unsubscribe?: { url: string; about: string } } = {},
) => mailHtml({ subject: 'A <subject>', text, buttons: [], unsubscribe: null, ...more }, APP);

it('makes a button of a site link that is alone, and a link of a site link below words', () => {
  const text = `Hello\n\n${APP}/verify?token=a\n\nChoose:\n${APP}/settings\n\n— Money (2) —\n\nhttps://evil.example/x`;
  expect(mailBlocks(text, APP, ['Verify'])).toEqual([
    { kind: 'lines', lines: ['Hello'], url: null },
    { kind: 'button', url: `${APP}/verify?token=a`, label: 'Verify' },
    { kind: 'lines', lines: ['Choose:'], url: `${APP}/settings` },
    { kind: 'heading', text: 'Money (2)' },
    { kind: 'lines', lines: ['https://evil.example/x'], url: null },
  ]);
});

it('escapes what people wrote, makes no link of it, and loads nothing from the network', () => {
  const made = html('<img src=x onerror=alert(1)>\nhttps://evil.example/" onclick="x');
  expect(made).toContain('&lt;img src=x');
  expect(made).not.toMatch(/<img|<script|<link|url\(|evil\.example[^<]*">/);
  expect(made).toContain('<title>A &lt;subject&gt;</title>');
});

it('treats an address that only begins like this site as foreign', () => {
  expect(mailBlocks('https://permille.example.evil.example/x', APP, ['Open'])).toEqual([
    { kind: 'lines', lines: ['https://permille.example.evil.example/x'], url: null },
  ]);
});

it('explains how to end such mails, or that they are always sent', () => {
  expect(html('Hi', { unsubscribe: { url: `${APP}/unsubscribe?token=t`, about: 'Messages' } })).toMatch(
    /about: Messages\..*href="https:\/\/permille\.example\/unsubscribe\?token=t"/,
  );
  expect(html('Hi')).not.toContain('unsubscribe');
});

it('has the colours of the web app in both themes', () => {
  const tokens = readFileSync(new URL('../../web/ui/tokens.css', import.meta.url), 'utf8');
  const [light = '', dark = ''] = tokens.split(/^ *\.dark \{/m);
  const of = (sheet: string, name: string) => new RegExp(`--color-${name}: (#\\w+);`).exec(sheet)?.[1];
  const names = { page: 'bg', panel: 'raised', line: 'line', ink: 'ink', muted: 'muted' } as const;
  for (const [key, name] of Object.entries(names) as [keyof typeof names, string][]) {
    expect(mailColours.light[key], name).toBe(of(light, name));
    expect(mailColours.dark[key], name).toBe(of(dark, name));
  }
  expect(mailColours.light.signal).toBe(of(light, 'signal'));
  expect(mailColours.light.signalInk).toBe(of(light, 'signal-ink'));
  expect(html('Hi')).toContain('prefers-color-scheme: dark');
});

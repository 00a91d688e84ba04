import { createHash } from 'node:crypto';
import { paidViewsText } from '#contract/clips/counted-views.ts';
import { formatRate, formatUsd } from '#contract/money.ts';
import { escapeHtml } from '#server/infra/markup.ts';
import { placesOf, type SharedListing } from './queries.ts';

export const CARD_WIDTH = 480;
export const CARD_HEIGHT = 200;

const light =
  '--bg:#f9f9f6;--ink:#101113;--muted:#4f5159;--line:#8a8b86;--track:#d8d8d0;--fill:#6b890a;--focus:#2356d8';
const dark =
  '--bg:#131315;--ink:#f4f4f0;--muted:#a6a7af;--line:#6b6c75;--track:#252529;--fill:#c8f04b;--focus:#8fb0ff';

const style = `:root{color-scheme:light dark;${light}}
@media (prefers-color-scheme:dark){:root{${dark}}}
:root[data-theme=light]{color-scheme:light;${light}}
:root[data-theme=dark]{color-scheme:dark;${dark}}
*{box-sizing:border-box}
html,body{height:100%}
body{margin:0;font:14px/1.4 system-ui,sans-serif;background:var(--bg);color:var(--ink)}
main{display:flex;flex-direction:column;gap:8px;min-height:100%;padding:16px;border:1px solid var(--line);border-radius:10px}
h1{margin:0;font-size:18px;line-height:1.25;overflow-wrap:anywhere;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
p{margin:0;overflow-wrap:anywhere}
.muted{color:var(--muted);font-size:13px}
.rate{font-weight:700;font-size:20px}
progress{appearance:none;width:100%;height:8px;border:0;border-radius:4px;overflow:hidden;background:var(--track)}
progress::-webkit-progress-bar{background:var(--track)}
progress::-webkit-progress-value{background:var(--fill)}
progress::-moz-progress-bar{background:var(--fill)}
footer{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px;margin-top:auto}
a{color:inherit}
a:focus-visible{outline:2px solid var(--focus);outline-offset:2px}`;

/** Blocks all loading and scripts; any page may frame the card. */
export const CARD_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join(';');

export type CardTheme = 'light' | 'dark' | null;

const page = (theme: CardTheme, title: string, body: string): string =>
  `<!doctype html>
<html lang="en"${theme ? ` data-theme="${theme}"` : ''}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>${body}</main></body>
</html>
`;

const link = (url: string, text: string): string =>
  `<a href="${escapeHtml(url)}" target="_blank" rel="noopener">${escapeHtml(text)}</a>`;

/** Returns an active listing as a page for frames of other sites. */
export function listingCard(appUrl: string, listing: SharedListing, theme: CardTheme): string {
  const { id, title, hostUsername, platforms, rateCentsPerMille, freeMicros, fundedMicros } = listing;
  const free = formatUsd(freeMicros);
  const funded = formatUsd(fundedMicros);
  return page(
    theme,
    title,
    `<h1><bdi>${escapeHtml(title)}</bdi></h1>
<p class="muted">${link(`${appUrl}/@${hostUsername}`, `@${hostUsername}`)} · ${escapeHtml(placesOf(platforms))}</p>
<p><span class="rate">${formatRate(rateCentsPerMille)}</span> per 1,000 ${escapeHtml(paidViewsText(listing))}</p>
<progress aria-label="Free budget" max="${fundedMicros}" value="${freeMicros}">${free} of ${funded}</progress>
<footer><span>${free} free of ${funded}</span>${link(`${appUrl}/listings/${id}`, 'Open on Permille')}</footer>`,
  );
}

/** Returns the page for a listing that is not active or does not exist. */
export const missingCard = (appUrl: string, theme: CardTheme): string =>
  page(
    theme,
    'Listing not available',
    `<h1>This listing takes no clips now</h1>
<p class="muted">It is paused or over, or it never existed.</p>
<footer>${link(`${appUrl}/explore`, 'Explore listings on Permille')}</footer>`,
  );

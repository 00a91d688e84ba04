/** Returns a sentence about the platforms that a staging system uses. */
export const stagingText = (simulates: boolean): string =>
  `${simulates ? 'Simulated' : 'Real'} platforms, test money only.`;

/**
 * The strip above every page of a staging system. It is part of the document, so it is visible before scripts
 * run and without them. It covers nothing, because it is in the page's flow. It is a named landmark, for
 * people who jump between landmarks. An element as high as the window must subtract `--strip-height`.
 */
export const stagingLabel = (simulates: boolean): string =>
  '<style>:root{--strip-height:1.75rem}</style>' +
  '<aside aria-label="Staging" style="box-sizing:border-box;min-height:var(--strip-height);' +
  'border-bottom:1px solid var(--color-line);background:var(--color-well);color:var(--color-well-ink);' +
  'padding:.25rem 1rem;text-align:center;font-size:.8125rem;line-height:1.4">' +
  `<strong>Staging.</strong> ${stagingText(simulates)}</aside>`;

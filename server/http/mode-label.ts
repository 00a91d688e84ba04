/** Says which platforms a staging system uses. */
export const stagingText = (simulates: boolean): string =>
  `${simulates ? 'Simulated' : 'Real'} platforms, test money only.`;

/**
 * The strip above every page of a staging system. It stands in the document itself, so it is there without scripts and
 * before any, and in the flow of the page, so it covers nothing. Named as a landmark, for whoever jumps between them.
 * What is as high as the window takes off `--strip-height`.
 */
export const stagingLabel = (simulates: boolean): string =>
  '<style>:root{--strip-height:1.75rem}</style>' +
  '<aside aria-label="Staging" style="box-sizing:border-box;min-height:var(--strip-height);' +
  'border-bottom:1px solid var(--color-line);background:var(--color-well);color:var(--color-well-ink);' +
  'padding:.25rem 1rem;text-align:center;font-size:.8125rem;line-height:1.4">' +
  `<strong>Staging.</strong> ${stagingText(simulates)}</aside>`;

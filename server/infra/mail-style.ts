/** The web app's colours (web/ui/tokens.css), repeated because mail clients don't support CSS variables. */
export const mailColours = {
  light: {
    page: '#eaeae5',
    panel: '#ffffff',
    line: '#d8d8d0',
    ink: '#101113',
    muted: '#4f5159',
    signal: '#c8f04b',
    signalInk: '#12160a',
  },
  dark: { page: '#0a0a0b', panel: '#1a1a1d', line: '#252529', ink: '#f4f4f0', muted: '#a6a7af' },
} as const;

export const mailFonts =
  '"Archivo Variable", Archivo, system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';

const { page, panel, line, ink, muted } = mailColours.dark;

const rules = (prefix: string): string =>
  [
    `${prefix}.page { background-color: ${page} !important }`,
    `${prefix}.panel { background-color: ${panel} !important; border-color: ${line} !important }`,
    `${prefix}.ink { color: ${ink} !important }`,
    `${prefix}.muted { color: ${muted} !important }`,
  ].join('\n');

/**
 * Styles of the dark theme. Outlook marks the elements that it darkens with attributes, so they need their
 * own selectors.
 */
export const darkStyles = `:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
${rules('')}
}
${rules('[data-ogsc] ')}`;

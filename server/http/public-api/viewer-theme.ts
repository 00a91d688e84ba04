/** The part of Redoc's theme that light and dark share. All colours are those of `web/ui/tokens.css`. */
const shared = {
  typography: { fontFamily: 'system-ui, sans-serif', headings: { fontFamily: 'system-ui, sans-serif' } },
};

const light = {
  ...shared,
  colors: { text: { primary: '#101113', secondary: '#4f5159' }, primary: { main: '#2356d8' } },
  sidebar: { backgroundColor: '#f2f2ee', textColor: '#101113' },
  rightPanel: { backgroundColor: '#1a1b1f' },
};

const INK = '#f4f4f0';
const MUTED = '#a6a7af';
const SURFACE = '#131315';
const RAISED = '#1a1a1d';
const OVERLAY = '#1e1e22';
const SIGNAL = '#c8f04b';
const GREEN = '#46d68c';
const AMBER = '#f2b84b';
const RED = '#ff7a8a';
const BLUE = '#9db8ff';

const dark = {
  ...shared,
  colors: {
    primary: { main: BLUE },
    success: { main: GREEN },
    warning: { main: AMBER },
    error: { main: RED },
    gray: { 50: SURFACE, 100: RAISED },
    text: { primary: INK, secondary: MUTED },
    border: { dark: 'rgba(255, 255, 255, 0.16)', light: '#252529' },
    responses: {
      success: { color: GREEN, tabTextColor: GREEN },
      error: { color: RED, tabTextColor: RED },
      redirect: { color: AMBER, tabTextColor: AMBER },
      info: { color: BLUE, tabTextColor: BLUE },
    },
  },
  schema: { linesColor: '#3a3b42', nestedBackground: SURFACE, typeNameColor: MUTED },
  typography: {
    ...shared.typography,
    code: { color: AMBER, backgroundColor: 'rgba(255, 255, 255, 0.08)' },
    links: { color: BLUE, visited: BLUE, hover: INK },
  },
  sidebar: {
    backgroundColor: '#0e0e10',
    textColor: INK,
    activeTextColor: SIGNAL,
    groupItems: { activeBackgroundColor: RAISED, activeTextColor: SIGNAL },
    level1Items: { activeBackgroundColor: RAISED, activeTextColor: SIGNAL },
  },
  rightPanel: {
    backgroundColor: '#060607',
    textColor: INK,
    servers: { overlay: { backgroundColor: OVERLAY, textColor: INK }, url: { backgroundColor: '#060607' } },
  },
  codeBlock: { backgroundColor: SURFACE },
  fab: { backgroundColor: OVERLAY, color: SIGNAL },
};

export const viewerThemes = { light, dark };

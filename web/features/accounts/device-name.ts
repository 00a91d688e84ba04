const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns the name by which people recognise a session, such as "Chrome on Linux", from a User-Agent. */
export function deviceName(userAgent: string | null): string {
  const first = (rows: [RegExp, string][]) => rows.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const browser = first(browsers) ?? 'Unknown browser';
  const system = first(systems);
  return system ? `${browser} on ${system}` : browser;
}

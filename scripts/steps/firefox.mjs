import { aptInstall, findProgram } from './programs.mjs';

/**
 * Returns the path of a Firefox that runs, which is that of FIREFOX_PATH or the system's. Null when there is
 * none.
 */
export const findFirefox = () =>
  findProgram({
    title: 'Firefox',
    variable: 'FIREFOX_PATH',
    names: ['firefox-esr', 'firefox'],
    places: [
      '/Applications/Firefox.app/Contents/MacOS/firefox',
      'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
    ],
  });

/** Finds a Firefox or installs one. Returns null when neither works; its stories are then skipped. */
export async function firefoxPath() {
  const found = findFirefox();
  if (found) return found;
  // Recommended packages are installed too, because they decode the studio's videos.
  await aptInstall('Firefox', [['firefox-esr'], ['firefox']]);
  return findFirefox();
}

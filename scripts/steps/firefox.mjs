import { aptInstall, findProgram } from './programs.mjs';

/** Path of a Firefox that runs: FIREFOX_PATH or the system's; null when there is none. */
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

/** Finds a Firefox or installs one; null when neither works, and then its stories are skipped. */
export async function firefoxPath() {
  const found = findFirefox();
  if (found) return found;
  // With the recommended packages, which decode the studio's videos.
  await aptInstall('Firefox', [['firefox-esr'], ['firefox']]);
  return findFirefox();
}

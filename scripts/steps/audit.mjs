import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { root } from './project.mjs';

/**
 * Asks the registry which production dependencies have known vulnerabilities.
 * @returns {Promise<{ answered: boolean, found: string[] }>} `found` has one line per package that is itself
 * affected. `answered` is false when the registry did not answer, so nothing is known
 */
export async function auditDependencies(args = []) {
  const windows = process.platform === 'win32';
  const child = spawn('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=1', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: windows,
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return readReport(output);
}

function readReport(output) {
  let report;
  try {
    report = JSON.parse(output);
  } catch {
    return { answered: false, found: [] };
  }
  if (!report.vulnerabilities || !report.metadata) return { answered: false, found: [] };
  // A package that only uses an affected one names it in `via` by its name.
  const found = Object.values(report.vulnerabilities).flatMap(({ name, via }) =>
    via
      .filter((cause) => typeof cause === 'object')
      .map(({ severity, title, range, url }) => `${name} ${range}: ${title} (${severity}), ${url}`),
  );
  return { answered: true, found };
}

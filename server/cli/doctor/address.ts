import { setTimeout } from 'node:timers/promises';
import { isLoopback } from '#server/config/loopback.ts';
import type { Config } from '#server/config.ts';
import { type Finding, ok, reasonOf, warning, wrong } from './finding.ts';

const part = 'Address';
const WAIT_MS = 8_000;
/** Time that a just started server may take to answer; until then its proxy answers 502. */
const START_MS = 10_000;

/**
 * Checks the public address from outside: its certificate, the proxy in front, and pages that strangers must
 * not read.
 */
export async function checkAddress({ appUrl, metricsToken, trustProxy }: Config): Promise<Finding[]> {
  const ask = (path: string) =>
    fetch(new URL(path, appUrl), { redirect: 'manual', signal: AbortSignal.timeout(WAIT_MS) });
  let ready: Response;
  try {
    ready = await started(() => ask('/readyz'));
  } catch (error) {
    return [unreached(appUrl, error)];
  }
  if (ready.status !== 200)
    return [
      warning(part, `${appUrl}/readyz answers ${ready.status}: look into the log of server and proxy.`),
    ];
  const found = [ok(part, `${appUrl} answers.`)];
  const isPublic = !isLoopback(new URL(appUrl).hostname);
  if (isPublic && !trustProxy)
    found.push(
      warning(
        'Proxy',
        'TRUST_PROXY is 0: behind a proxy all visitors count as one. Set it to 1, or to the address of the proxy.',
      ),
    );
  if (isPublic && !metricsToken && (await ask('/metrics')).status === 200)
    found.push(
      wrong('Metrics', 'Whoever asks through the proxy reads /metrics: set TRUST_PROXY or METRICS_TOKEN.'),
    );
  return found;
}

async function started(ask: () => Promise<Response>): Promise<Response> {
  const until = Date.now() + START_MS;
  for (;;) {
    const reply = await ask();
    if (reply.status !== 502 || Date.now() > until) return reply;
    await setTimeout(500);
  }
}

function unreached(appUrl: string, error: unknown): Finding {
  const cause = (error as { cause?: NodeJS.ErrnoException }).cause;
  const code = cause?.code ?? '';
  if (/CERT|SIGNATURE|SELF_SIGNED|ALTNAME|TLS|SSL/.test(code))
    return wrong(part, `The certificate of ${appUrl} is refused: ${cause!.message}.`);
  if (code === 'ENOTFOUND') return wrong(part, `Nobody knows the name of ${appUrl}: set its DNS record.`);
  return warning(
    part,
    `Nothing answers at ${appUrl} (${code || reasonOf(cause ?? error)}): start the server, then run this again.`,
  );
}

import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '#server/infra/clock.ts';
import { callService } from '#server/infra/tracing/call-service.ts';
import { type Answer, messageData } from './answer.ts';
import type { DiscordAccess } from './discord-deps.ts';

const LIMIT_MS = 10_000;
const TRIES = 3;
const PAUSE_MS = SECOND;

/**
 * Replaces "Thinking…" with the answer. Tries three times, because Discord may be busy or may not have stored
 * "Thinking…" yet. Returns false when all tries failed; Discord then shows that the application did not
 * answer.
 */
export async function editAnswer(
  { base, applicationId }: Pick<DiscordAccess, 'base' | 'applicationId'>,
  token: string,
  answer: Answer,
): Promise<boolean> {
  const url = `${base}/v10/webhooks/${applicationId}/${encodeURIComponent(token)}/messages/@original`;
  const headers = { 'content-type': 'application/json' };
  for (let left = TRIES; left > 0; left--) {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const body = JSON.stringify(messageData(answer));
    const reply = await callService(url, { method: 'PATCH', headers, body, signal, redirect: 'error' }).catch(
      () => null,
    );
    await reply?.body?.cancel();
    if (reply?.ok) return true;
    if (left > 1) await pause(PAUSE_MS);
  }
  return false;
}

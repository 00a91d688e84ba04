import { SECOND } from '#server/infra/clock.ts';
import type { OutsideAnswer } from '#server/infra/post-outside.ts';
import { askedPauseMs, RETRY_AFTER_MAX_MS } from './rules.ts';

/** The meaning of an answer for the message and its endpoint. */
export interface Reading {
  /**
   * The meaning of the answer. limited: the message was too soon, but nothing is wrong. gone: the endpoint no
   * longer exists.
   */
  kind: 'taken' | 'refused' | 'limited' | 'gone';
  /** Pause in milliseconds that the receiver asks for; 0 if none. */
  askedMs: number;
  /** The limit applies to all Discord channels. */
  isForAll: boolean;
}

const GONE = 410;
const TOO_MANY = 429;
/** Discord's statuses for a deleted webhook and for an invalid token. */
const NOT_THERE = [401, 404];

export function readAnswer(format: string, answer: OutsideAnswer, now: Date): Reading {
  const { status, retryAfter } = answer;
  const asked = { askedMs: askedPauseMs(status, retryAfter, now), isForAll: false };
  if (status !== null && status >= 200 && status < 300) return { kind: 'taken', ...asked };
  if (format !== 'discord') return { kind: status === GONE ? 'gone' : 'refused', ...asked };
  if (status === TOO_MANY) return { kind: 'limited', ...limitIn(answer, asked.askedMs) };
  return { kind: status !== null && NOT_THERE.includes(status) ? 'gone' : 'refused', ...asked };
}

/**
 * Reads a rate limit of Discord. An answer without JSON is from the proxy before Discord's own servers, and
 * its limit applies to all requests of this server.
 */
function limitIn({ text }: OutsideAnswer, headerMs: number): Omit<Reading, 'kind'> {
  const body = parsed(text);
  const bodyMs = typeof body?.retry_after === 'number' ? Math.ceil(body.retry_after * SECOND) : 0;
  const askedMs = Math.min(Math.max(headerMs, bodyMs, SECOND), RETRY_AFTER_MAX_MS);
  return { askedMs, isForAll: body === null || body.global === true };
}

function parsed(text: string): { retry_after?: unknown; global?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

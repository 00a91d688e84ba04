import { expect } from 'vitest';
import { everyRoute } from '#contract/every-route.ts';
import { newId } from '#server/infra/id.ts';
import type { testApi } from '#server/testing/api.ts';

export type Send = Awaited<ReturnType<typeof testApi>>['send'];

/** The routes with an idempotency key, as methods and patterns of URLs. */
const idempotent = Object.values(everyRoute)
  .filter((route) => 'idempotent' in route && route.idempotent)
  .map(({ method, path }) => ({ method, path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) }));

export interface Network {
  /** Whether replies get lost, so that the sender retries with the same key. */
  losesReplies: boolean;
}

/**
 * Sends as a browser does over this network. A request without a reply is sent again, and its reply must
 * equal the lost one. No request may end in a server fault.
 */
export function overNetwork(send: Send, network: Network): Send {
  return async (method, url, sent = {}) => {
    const asked = { ...sent, key: sent.key ?? newId() };
    const first = await send(method, url, asked);
    expect(first.status, `${method} ${url}: ${first.bytes}`).toBeLessThan(500);
    const repeats = idempotent.some((route) => route.method === method && route.path.test(url));
    if (!network.losesReplies || !repeats || first.status !== 200) return first;
    const second = await send(method, url, asked);
    if (second.status === 429) return first;
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    return second;
  };
}

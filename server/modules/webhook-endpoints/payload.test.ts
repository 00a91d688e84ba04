import { expect, test } from 'vitest';
import { everyRoute } from '#contract/every-route.ts';
import { webhookKindNames } from '#contract/webhook-endpoints/webhook-kinds.ts';
import { publicPath, publicRoutesOf } from '#contract/wire/public-api.ts';
import { newId } from '#server/infra/id.ts';
import { payloadOf } from './payload.ts';

const reads = publicRoutesOf(everyRoute)
  .filter(([, { method }]) => method === 'GET')
  .map(([, { path }]) => publicPath(path));

test.each(webhookKindNames)(
  'names in a message about %s a page, and an address that API keys can read',
  (kind) => {
    const ids = /^(?:deposit|refund|payout|earnings)\./.test(kind)
      ? { submissionId: null, listingId: null }
      : { submissionId: kind.startsWith('listing.') ? null : newId(), listingId: newId() };
    const event = { kind, occurredAt: new Date(0), subjectId: newId(), ...ids };
    const { type, timestamp, data } = JSON.parse(payloadOf(event, 'https://permille.example'));
    expect({ type, timestamp }).toEqual({ type: kind, timestamp: '1970-01-01T00:00:00.000Z' });
    expect(data).toMatchObject({ subjectId: event.subjectId, ...ids });
    expect(data.url).toMatch(/^https:\/\/permille\.example\/(?:clips|listings|host|clipper)\//);
    const path = new URL(data.apiUrl).pathname.replace(/[\da-f]{8}-[\da-f-]{27}/, ':id');
    expect(reads).toContain(path);
  },
);

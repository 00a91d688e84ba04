import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#server/infra/id.ts';
import { outcomeCounter } from '#server/infra/outcome-counter.ts';
import { figuresOf } from '#server/testing/figures.ts';
import { givenKinds, Stream } from './stream.ts';

/** Opens a connection whose client reads nothing. */
async function unread(): Promise<ServerResponse> {
  const server = createServer();
  const response = new Promise<ServerResponse>((resolve) => server.once('request', (_, it) => resolve(it)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  client.on('error', () => undefined).on('response', (it) => it.on('error', () => undefined).pause());
  client.end();
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  return await response;
}

const events = Array.from({ length: 400 }, () => ({
  id: newId(),
  kind: 'submission.approved',
  at: new Date(),
  subjectId: newId(),
  submissionId: newId(),
  listingId: newId(),
}));

test('drops a stream whose client reads nothing instead of buffering for it', async () => {
  const response = await unread();
  const given = outcomeCounter({ name: 'given', help: 'Of the test' }, givenKinds);
  const stream = new Stream(
    response,
    { reader: { userId: newId(), isAdmin: false }, sessionId: newId() },
    given,
  );
  stream.open({});
  let most = 0;
  for (let round = 0; round < 1_000 && !response.destroyed; round++) {
    stream.send({ events, before: '1.1:1:', after: '1.2:2:' });
    most = Math.max(most, response.writableLength);
    await setImmediate();
  }
  expect(response.destroyed).toBe(true);
  expect(await figuresOf([given.metric], 'given')).toMatchObject({ too_slow: 1 });
  // At most one batch may be in the buffer.
  expect(most).toBeLessThan(2 * JSON.stringify(events).length);
});

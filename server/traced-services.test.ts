import { expect, test } from 'vitest';
import { openS3 } from './infra/s3/objects.ts';
import { beginTrace, runInTrace } from './infra/tracing/trace.ts';
import { callOutside } from './modules/connections/connections.ts';
import { connectStripe } from './modules/deposits/stripe/client.ts';
import { editAnswer } from './modules/discord/edit-answer.ts';
import { transcribeBy } from './modules/media/transcript/transcribe.ts';
import { calledService } from './testing/called-service.ts';

const access = { secretKey: 'sk_test_of_the_test', webhookSecret: 'whsec_test', livemode: false };
const keys = { bucket: 'files', region: 'us-east-1', accessKeyId: 'key', secretAccessKey: 'secret' };

const calls: Record<string, (url: string) => Promise<unknown>> = {
  'a platform, or PayPal': (url) => callOutside(`${url}/v1/posts?access_token=secret`, {}),
  Stripe: (url) => connectStripe({ ...access, base: url, simulated: true }).client.balance.retrieve(),
  Discord: (url) => editAnswer({ base: url, applicationId: '1' }, 'token', { content: 'Hello' }),
  'a bucket': async (url) => (await openS3({ ...keys, endpoint: url })).put('probe/a', Buffer.from('a')),
  'the server that writes down what is said': (url) =>
    transcribeBy({ url, model: 'whisper-1', key: null })(Buffer.from('wav'), 1),
};

test.each(Object.keys(calls))('a call of %s is part of the trace of its request or job', async (name) => {
  const service = await calledService();
  const trace = beginTrace(null);
  await runInTrace(trace, () => calls[name]!(service.url));
  expect(service.received).toHaveLength(1);
  expect(service.received[0]!.traceparent).toMatch(new RegExp(`^00-${trace.traceId}-[0-9a-f]{16}-00$`));
});

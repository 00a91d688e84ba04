import { expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { ApiError, type ReplyOf } from '#web/api/client.ts';
import { answer, failure, rendered } from '#web/testing/screen.tsx';
import { DemoToolList } from './routes/demo-tool-list.tsx';

const shown = async (whose: 'host' | 'clipper', tools: ReplyOf<typeof routes.demoTools>) =>
  (
    await rendered(<DemoToolList whose={whose} onClose={() => undefined} />, [
      answer(routes.demoTools, {}, tools),
    ])
  ).text;

test('demo tools: clippers make posts, captured mails can be read, everybody can reset, and a private demo can skip a day', async () => {
  const at = new Date('2026-11-21T09:00:00Z');
  const mail = { subject: 'Clip approved', text: 'Its verified views earn from now on.', at };
  const mails = ['1', '2'].map((nth) => ({ ...mail, id: `01900000-0000-7000-8000-00000000000${nth}` }));
  const reset = { lastAt: at, lastBy: 'visitor', againAt: null } as const;
  const all = await shown('clipper', { movesClock: true, reset, mails });
  for (const text of ['Make a post', 'Skip a day', 'Reset the demo', 'Clip approved', 'earn from now on']) {
    expect(all).toContain(text);
  }
  const visitor = await shown('host', { movesClock: false, reset, mails: null });
  for (const text of ['Make a post', 'Skip a day', 'My mail']) expect(visitor).not.toContain(text);
  for (const text of [
    'Reset the demo',
    'A visitor last reset it at',
    'nobody changes anything for 15 minutes',
  ])
    expect(visitor).toContain(text);
  const again = { ...reset, againAt: new Date('2026-11-21T09:10:00Z') };
  const lately = await shown('host', { movesClock: false, reset: again, mails: [] });
  expect(lately).toMatch(/You can reset it from .*09:10.* on\./s);
  expect(lately).not.toContain('Reset the demo');
  expect(lately).toContain('No mails yet.');
});

test('demo tools: the dialog says that they load, or that they did not', async () => {
  const list = <DemoToolList whose="host" onClose={() => undefined} />;
  expect((await rendered(list, [])).text).toContain('Loading');
  const problem = {
    type: '',
    title: 'Offline',
    status: 503,
    code: 'offline',
    detail: 'No connection.',
    requestId: 'r1',
  };
  const offline = failure(routes.demoTools, {}, new ApiError(problem));
  expect((await rendered(list, [offline])).text).toContain('The demo tools did not load.');
});

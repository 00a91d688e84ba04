import { expect, test } from 'vitest';
import { readChat, secondsOfRow } from './read-chat.ts';

test('reads the times of a row, as chat exports write them', () => {
  expect(
    ['[0:00:10] ada: hi', '1:02:03 | ben: no', '02:03 - cleo', '[12:04.250] x', 'ada: 0:10', '7:1 x'].map(
      secondsOfRow,
    ),
  ).toEqual([10, 3_723, 123, 724, null, null]);
});

test('counts the messages of each second, in each format', () => {
  const twitch = JSON.stringify({
    comments: [
      { content_offset_seconds: 1.2, commenter: { name: 'ada' }, message: { body: 'hi' } },
      { content_offset_seconds: 1.9 },
      { content_offset_seconds: 3 },
    ],
  });
  const list = JSON.stringify([{ time_in_seconds: 1 }, { time_in_seconds: 1 }, { time_in_seconds: 3 }]);
  const youtube = ['1200', '1900', '3000']
    .map((ms) => JSON.stringify({ replayChatItemAction: { videoOffsetTimeMsec: ms } }))
    .join('\n');
  const rows = '0:01 ada: hi\r\n0:01 ben: yo\r\n\r\n0:03 cleo: GG\r\n';
  for (const file of [twitch, list, youtube, rows])
    expect(readChat(file), file.slice(0, 30)).toEqual({
      perSecond: [0, 2, 0, 1],
      messages: 3,
      unreadRows: [],
      unread: 0,
    });
});

test('names the rows without a time, and leaves out messages beyond the video', () => {
  const log = readChat('0:01 a\nnonsense\n{"x":1}\n0:59 late', 30);
  expect(log).toEqual({ perSecond: [0, 1], messages: 1, unreadRows: [2, 3], unread: 2 });
  expect(readChat('{"comments": "no list"}').messages).toBe(0);
});

test('keeps nothing but counts', () => {
  expect(JSON.stringify(readChat('0:01 ada: secret'))).not.toMatch(/ada|secret/);
});

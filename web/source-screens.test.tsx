import { expect, test } from 'vitest';
import { clipFileRoutes } from '#contract/clips/clip-files.ts';
import type { ListingPage } from '#contract/listings/listings.ts';
import type { Transcript } from '#contract/media/transcripts.ts';
import { micros } from '#contract/money.ts';
import { ListingMoments, TakenMoments } from './features/listings/listing-moments.tsx';
import { ListingSource } from './features/listings/listing-source.tsx';
import { stateText } from './features/listings/source-transcript.tsx';
import type { Upload } from './features/media/upload.ts';
import { UploadLine } from './features/media/upload-line.tsx';
import { SkippedCaptions } from './nouns/skipped-captions.tsx';
import { refusalOfVideo } from './nouns/video-refusal.ts';
import { answer, rendered } from './testing/screen.tsx';

const night: Upload = {
  id: 'night',
  fileName: 'night.mp4',
  sizeBytes: 8_400_000_000,
  offsetBytes: 5_124_000_000,
  phase: 'sending',
  bytesPerSecond: 4_000_000,
  isCut: false,
  fault: null,
  fingerprint: null,
  lacksPictures: false,
  media: null,
};
const says = async (part: Partial<Upload>) =>
  (await rendered(<UploadLine upload={{ ...night, ...part }} />, [])).text;

test('an upload shows its progress, speed and remaining time', async () => {
  expect(await says({})).toContain('Uploading night.mp4 61% 5.1 GB of 8.4 GB, 4.0 MB/s, about 14 min left');
});

test('an upload with a lost connection says so, and shows no speed', async () => {
  const text = await says({ isCut: true, bytesPerSecond: null });
  expect(text).toContain('5.1 GB of 8.4 GB, no connection, trying again');
  expect(text).not.toContain('/s');
});

test('an upload from before a reload asks for its file again', async () => {
  expect(await says({ phase: 'absent' })).toContain(
    'Choose night.mp4 again to continue: 61% of it is already uploaded.',
  );
});

test('a refusal names the file and the rule that it breaks', async () => {
  const fault = refusalOfVideo({ refusal: 'file_too_short' });
  expect(await says({ phase: 'refused', fault })).toContain(
    'Video too short. night.mp4: A video lasts at least one second.',
  );
  expect(refusalOfVideo({ refusal: 'a code of another version' }).title).toBe('Video unreadable');
});

const source: ListingPage['source'] = {
  kind: 'upload',
  url: '/media/01900000-0000-7000-8000-000000000001',
  fileName: 'night.mp4',
  sizeBytes: 8_400_000_000,
  durationMs: 22_270_000,
  mayWatch: true,
  posterUrl: null,
  storyboard: null,
  light: null,
  unplayable: [],
  pins: [],
};
const shown = async (part: Partial<ListingPage['source']>, of: Partial<ListingPage> = {}) => {
  const listing = { id: 'one', title: 'The night', source: { ...source, ...part }, ...of } as ListingPage;
  return await rendered(<ListingSource listing={listing} viewer={null} />, []);
};

test('a visitor is asked to sign in, and gets no address of the video', async () => {
  const { html, text } = await shown({ mayWatch: false });
  expect(text).toContain('Sign in as a clipper to watch and download the source video.');
  expect(html).not.toContain('/media/');
});

test('a visitor sees the poster and a storyboard from beginning to end', async () => {
  const { url } = source;
  const storyboard = { url: `${url}/storyboard`, tiles: 240, tileWidth: 160, tileHeight: 90 };
  const { html, text } = await shown({ mayWatch: false, posterUrl: `${url}/poster`, storyboard });
  expect((await shown({ posterUrl: `${url}/poster` })).html).toContain(`poster="${url}/poster"`);
  expect(html).toContain(`src="${url}/poster/small"`);
  expect(html).toContain(`url(${url}/storyboard/2)`);
  expect(text).toContain('23:11 1:09:35');
});

test('a light copy plays a video that browsers otherwise can’t, and its host sees the progress of making it', async () => {
  const light = { url: `${source.url}/light`, share: 1 };
  const { text } = await shown({ light, unplayable: ['HEVC (H.265)'] });
  expect(text).toContain('Browsers can’t play HEVC (H.265), so a light copy plays here.');
  expect(text).not.toContain('For download only.');
  expect((await shown({ light: { url: null, share: 0.407 } }, { isOwn: true })).text).toContain(
    'being made: 40%',
  );
});

test('a video that browsers can’t play is offered for download only', async () => {
  const { html, text } = await shown({ unplayable: ['HEVC (H.265)'] });
  expect(text).toContain('For download only. Browsers can’t play HEVC (H.265).');
  expect(text).toContain('Download source');
  expect(html).not.toContain('<video');
});

test('a host pins moments while the listing accepts clips; others read the pins, without a form', async () => {
  const pins = [{ second: 3_723, label: 'He forgot the parry' }];
  const own = await shown({ pins }, { isOwn: true, state: 'active' });
  expect(own.text).toContain('Pinned moments 1:02:03 He forgot the parry');
  expect(own.text).toContain('Pin this moment Take the time of the player');
  expect(own.html).toContain('aria-label="Remove the pin at 1:02:03"');
  for (const of of [{ isOwn: true, state: 'ended' }, { state: 'active' }] as const) {
    const { text, html } = await shown({ pins }, of);
    expect(text).toContain('Pinned by the host 1:02:03 He forgot the parry');
    expect(html).not.toContain('<form');
  }
  expect((await shown({}, { state: 'active' })).text).not.toContain('Pinned');
});

test('a host sees who made the transcript, or the progress of this server', () => {
  const cues = [{ start: 1, end: 2, text: 'Hey' }];
  const none: Transcript = { state: 'none', by: null, share: 1, cues: [] };
  expect(stateText({ state: 'ready', by: 'host', share: 1, cues })).toContain('Yours has 1 line.');
  expect(stateText({ state: 'ready', by: 'server', share: 1, cues })).toContain(
    'This server wrote down 1 line.',
  );
  expect(stateText({ ...none, state: 'preparing', share: 0.416 })).toContain('41%');
  expect(stateText({ ...none, state: 'failed' })).toContain('could not transcribe');
  expect(stateText(none)).toContain('There is none yet.');
});

test('lists skipped captions with their rows, and the first five of many', async () => {
  const skipped = [3, 7, 11, 15, 19, 23, 27].map((row) => ({
    row,
    why: 'times' as const,
    written: 'later',
  }));
  const all = (await rendered(<SkippedCaptions skipped={skipped} />, [])).text;
  expect(all).toContain('7 captions were left out');
  expect(all).toContain('Row 19: the times can\'t be read ("later").');
  expect(all).not.toContain('Row 23');
  expect(all).toContain('2 more rows.');
  expect((await rendered(<SkippedCaptions skipped={skipped.slice(0, 1)} />, [])).text).toContain(
    '1 caption was',
  );
  expect((await rendered(<SkippedCaptions skipped={[]} />, [])).text).toBe('');
});

const listingId = '01900000-0000-7000-8000-000000000002';
const moments = { listingId, durationMs: 120_000 };

test('a host sees which moments earned; they add up with the clips that were not located', async () => {
  const seconds = [
    { second: 50, clips: 2, approved: 2, views: 4_000, earnedMicros: micros(8_000_000n) },
    { second: 51, clips: 1, approved: 1, views: 1_000, earnedMicros: micros(2_000_000n) },
  ];
  const notLocated = { clips: 1, approved: 1, views: 500, earnedMicros: micros(1_000_500n) };
  const { text } = await rendered(<ListingMoments {...moments} comparesClips />, [
    answer(
      clipFileRoutes.listingMoments,
      { params: { id: listingId } },
      { widthSeconds: 1, seconds, notLocated },
    ),
  ]);
  expect(text).toContain('0:50 to 0:52');
  expect(text).toMatch(/up to 2 clips at a time, 5,000 views, \$10\.00/);
  expect(text).toMatch(/\$10\.00 located, \$1\.0005 by 1 clip without a known moment: together \$11\.0005/);
});

test('without a compared clip the host sees what is missing', async () => {
  const notLocated = { clips: 3, approved: 1, views: 500, earnedMicros: micros(0n) };
  const { text } = await rendered(<ListingMoments {...moments} comparesClips />, [
    answer(
      clipFileRoutes.listingMoments,
      { params: { id: listingId } },
      { widthSeconds: 1, seconds: [], notLocated },
    ),
  ]);
  expect(text).toContain('No moment is located yet');
  expect(text).toContain('3 clips have no file, or no sound that we could find in your video.');
});

test('the host is not asked to wait for files that can’t be compared with the source', async () => {
  const notLocated = { clips: 3, approved: 1, views: 500, earnedMicros: micros(0n) };
  const { text } = await rendered(<ListingMoments {...moments} comparesClips={false} />, [
    answer(
      clipFileRoutes.listingMoments,
      { params: { id: listingId } },
      { widthSeconds: 1, seconds: [], notLocated },
    ),
  ]);
  expect(text).toContain('Clips can’t be matched to this video It has no sound that can be read here');
  expect(text).not.toContain('send the files');
});

test('a clipper sees which moments are taken, without money', async () => {
  const { text } = await rendered(<TakenMoments {...moments} />, [
    answer(
      clipFileRoutes.takenMoments,
      { params: { id: listingId } },
      { widthSeconds: 1, seconds: [{ second: 65, clips: 3, approved: 1 }] },
    ),
  ]);
  expect(text).toContain('1:05 to 1:06');
  expect(text).toContain('3 clips');
  expect(text).not.toContain('$');
});

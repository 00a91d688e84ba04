import { expect, test } from 'vitest';
import type { EarnedPart } from '#contract/clips/clip-files.ts';
import type { ListingPage } from '#contract/listings/listings.ts';
import { micros } from '#contract/money.ts';
import { emptyProject } from '#contract/studio.ts';
import { FindTab, type SearchedTranscript } from './features/studio/find-tab.tsx';
import type { OpenedSource } from './features/studio/open-source.ts';
import { type SourceSound, tenthsOf } from './features/studio/source-sound.ts';
import { noTranscript, type SourceTranscript } from './features/studio/source-transcript.ts';
import { nextPin } from './features/studio/use-studio-acts.ts';
import { rendered } from './testing/screen.tsx';

interface Found {
  pins?: ListingPage['source']['pins'];
  whole?: SourceSound;
  audio?: OpenedSource['audio'];
  transcript?: SearchedTranscript;
  spoken?: SourceTranscript;
  earned?: readonly EarnedPart[];
}

/** Returns the text of the tab *Find*. */
const findText = async ({
  pins = [],
  whole = { peaks: new Map(), share: null },
  audio = null,
  transcript = { cues: [], words: '' },
  spoken = noTranscript,
  earned = [],
}: Found): Promise<string> =>
  (
    await rendered(
      <FindTab
        listing={
          {
            source: { kind: 'upload', pins },
            rules: { minSeconds: null, maxSeconds: null },
          } as unknown as ListingPage
        }
        source={{ duration: 9, fps: 20, width: 640, height: 360, audio } as OpenedSource}
        project={{ ...emptyProject, cuts: [{ start: 0, end: 10 }] }}
        taken={[]}
        edit={() => undefined}
        selected={0}
        select={() => undefined}
        player={null}
        rate={0}
        at={0}
        peaks={whole.peaks}
        whole={whole}
        spoken={spoken}
        earned={earned}
        chat={[]}
        onPeaks={() => undefined}
        transcript={[transcript, () => undefined]}
        sound={['idle', () => undefined]}
      />,
      [],
    )
  ).text;

test('keeps the search when another tab is opened and closed', async () => {
  const transcript = { cues: [{ start: 1, end: 2, text: 'The harbor sleeps' }], words: 'harbor' };
  expect(await findText({ transcript })).toContain('The harbor sleeps');
});

test('searches the source’s transcript until the clipper chooses another, and shows its progress above', async () => {
  const spoken = { ...noTranscript, cues: [{ start: 1, end: 2, text: 'The harbor sleeps' }] };
  const searched = await findText({ spoken, transcript: { cues: [], words: 'HARBOR' } });
  expect(searched).toContain(
    'Another transcript (SRT or VTT) Search what was said 1 found 00:00:01:00 The harbor',
  );
  const own = { cues: [{ start: 3, end: 4, text: 'No harbor' }], words: 'harbor' };
  expect(await findText({ spoken, transcript: own })).toContain('00:00:03:00 No harbor');
  expect(await findText({ spoken: { ...noTranscript, share: 0.456 } })).toContain(
    'Transcribing the source: 45%.',
  );
  expect(await findText({ spoken: { ...noTranscript, isFailed: true } })).toContain(
    'could not transcribe the source',
  );
});

test('finds loud moments in the whole source once the server has read it, and in the cuts until then', async () => {
  const audio = {} as OpenedSource['audio'];
  // The sound is a silent second followed by a second at full scale.
  const peaks = tenthsOf(btoa(`${'\0'.repeat(16)}${'\xff'.repeat(16)}`));
  expect(peaks.size).toBe(20);
  expect([peaks.get(9), peaks.get(10)]).toEqual([0, 1]);
  const ready = await findText({ audio, whole: { peaks, share: null } });
  expect(ready).toContain('Sound of the source');
  expect(ready).toContain('Loudest 2 s of the recording');
  expect(ready).not.toContain('Listen to the cuts');
  const preparing = await findText({ audio, whole: { peaks: new Map(), share: 0.456 } });
  expect(preparing).toContain('The sound of the whole source is being read: 45%.');
  expect(preparing).toContain('Listen to the cuts');
});

test('lists the host’s pins above the studio’s own findings, and a key cycles through them', async () => {
  const pins = [
    { second: 2, label: 'Begins' },
    { second: 6, label: 'The parry' },
  ];
  expect(await findText({ pins })).toMatch(
    /Pinned by the host P 00:00:02:00 Begins 00:00:06:00 The parry Transcript/,
  );
  expect([0, 2, 4, 6].map((at) => nextPin(pins, at))).toEqual([2, 6, 6, 2]);
  expect(nextPin([], 0)).toBeUndefined();
});

test('suggests a part by what it earned before, with a preview and a button that cuts it', async () => {
  const text = await findText({ earned: [{ start: 2, end: 6, earnedMicros: micros(240_000_000n) }] });
  expect(text).toContain(
    'Earlier clips of this part earned about $240.00 0:02 to 0:09 Preview Use this moment',
  );
  expect(text).not.toContain('Earnings are shown once');
});

test('without suggestions it says what is missing, and what the host could add', async () => {
  const text = await findText({ whole: { peaks: new Map(), share: 0.5 } });
  expect(text).toContain('Nothing stands out yet. The sound is still being read. Earnings are shown once');
  expect(text).toContain('If the host adds a chat log');
  expect(text).toContain('If the host adds a transcript');
  const spoken = { ...noTranscript, cues: [{ start: 1, end: 2, text: 'The harbor sleeps' }] };
  expect(await findText({ spoken })).not.toContain('If the host adds a transcript');
});

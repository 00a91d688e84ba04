import { useState } from 'react';
import type { StudioCue } from '#contract/studio.ts';
import type { SkippedCue } from '#contract/subtitles/read-subtitles.ts';
import { importCaptions } from '#web/nouns/import-captions.ts';
import { SkippedCaptions } from '#web/nouns/skipped-captions.tsx';
import { Field, FieldError } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Kbd } from '#web/ui/pages/kbd.tsx';
import { FindSound, type SoundProps } from './find-sound.tsx';
import type { Found } from './found.ts';
import { Suggested } from './suggested.tsx';
import { suggestedLength } from './suggestions.ts';
import { timecode } from './timecode.ts';
import type { Kept, StudioTools } from './tools.ts';
import { UseMoment } from './use-moment.tsx';

export interface SearchedTranscript {
  cues: readonly StudioCue[];
  /** The text that the clipper searches for. */
  words: string;
}

interface Props extends SoundProps, Pick<Found, 'spoken' | 'earned' | 'chat'> {
  at: number;
  /** A transcript file that the clipper has chosen. It is used instead of the source's transcript. */
  transcript: Kept<SearchedTranscript>;
}

/** Finds moments of the source: suggestions, the host's pins, spoken words, and loud seconds. */
export function FindTab(props: Props) {
  return (
    <div className="flex flex-col gap-5">
      <Suggested {...props} />
      <Pins {...props} />
      <Transcript {...props} />
      {props.source.audio || props.whole.peaks.size > 0 ? <FindSound {...props} /> : null}
    </div>
  );
}

function Pins(tools: Props) {
  const { pins } = tools.listing.source;
  if (pins.length === 0) return null;
  return (
    <section aria-label="Pinned by the host" className="flex flex-col gap-2.5">
      <h2 className="font-semibold text-sm">
        Pinned by the host <Kbd>P</Kbd>
      </h2>
      <Seconds lines={pins.map(({ second, label }) => ({ start: second, text: label }))} tools={tools} />
    </section>
  );
}

interface SecondsProps {
  lines: readonly { start: number; end?: number; text: string }[];
  tools: StudioTools;
}

/** Lists seconds of the source. Pressing one seeks to it; the button beside it makes a cut that begins there. */
function Seconds({ lines, tools }: SecondsProps) {
  const { listing, source, player } = tools;
  const length = suggestedLength(listing.rules, source.duration);
  return (
    <ul className="flex max-h-80 flex-col gap-1 overflow-y-auto">
      {lines.map(({ start, end = start, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a file can begin at one second
        <li key={index} className="flex items-start gap-1">
          <button
            type="button"
            className="min-w-0 flex-1 rounded-control px-2 py-1.5 text-left hover:bg-hover"
            onClick={() => player?.seek(start)}
          >
            <span className="mono text-muted text-xs">{timecode(start, source.fps)}</span> <bdi>{text}</bdi>
          </button>
          <UseMoment
            compact
            tools={tools}
            start={start}
            end={Math.max(end, start + length)}
            label={`Use this moment: ${text}`}
          />
        </li>
      ))}
    </ul>
  );
}

const MOST_FOUND = 50;

function Transcript(tools: Props) {
  const { source, spoken } = tools;
  const [{ cues: own, words }, set] = tools.transcript;
  const cues = own.length > 0 ? own : spoken.cues;
  const [error, setError] = useState<string | null>(null);
  const [skipped, setSkipped] = useState<readonly SkippedCue[]>([]);
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      const read = await importCaptions(file, source.duration);
      set((old) => ({ ...old, cues: read.cues }));
      setError(null);
      setSkipped(read.skipped);
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
      setSkipped([]);
    }
  };
  const wanted = words.trim().toLowerCase();
  const found = wanted ? cues.filter(({ text }) => text.toLowerCase().includes(wanted)) : [];
  return (
    <section aria-label="Transcript" className="flex flex-col gap-2.5">
      {spoken.share === null ? null : (
        <p role="status" className="text-muted text-xs">
          Transcribing the source: {Math.floor(spoken.share * 100)}%.
        </p>
      )}
      {spoken.isFailed ? <p className="text-muted text-xs">We could not transcribe the source.</p> : null}
      <label className="flex flex-col gap-1.5 font-semibold text-sm">
        {spoken.cues.length > 0 ? 'Another transcript (SRT or VTT)' : 'Transcript of the source (SRT or VTT)'}
        <input
          type="file"
          accept=".srt,.vtt,text/vtt"
          className="w-full font-normal text-muted file:mr-3 file:rounded-control file:border file:border-button-line file:bg-transparent file:px-3 file:py-1.5 file:font-semibold file:text-ink"
          onChange={(event) => void take(event.target.files?.[0])}
        />
      </label>
      {error ? <FieldError>{error}</FieldError> : null}
      <SkippedCaptions skipped={skipped} />
      {cues.length > 0 ? (
        <>
          <Field label="Search what was said" hint={foundText(wanted ? found.length : null, cues.length)}>
            <TextInput
              type="search"
              value={words}
              onChange={({ target }) => set((old) => ({ ...old, words: target.value }))}
            />
          </Field>
          <Seconds lines={found.slice(0, MOST_FOUND)} tools={tools} />
        </>
      ) : null}
    </section>
  );
}

function foundText(found: number | null, lines: number): string {
  if (found === null) return `${lines} lines`;
  return found > MOST_FOUND ? `${found} found, the first ${MOST_FOUND} are shown` : `${found} found`;
}

import { useState } from 'react';
import type { StudioCue } from '#contract/studio.ts';
import { Field, FieldError } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { FindSound, type SoundProps } from './find-sound.tsx';
import { CAPTIONS_MAX_BYTES, importCaptions } from './import-captions.ts';
import { timecode } from './timecode.ts';
import type { Kept } from './tools.ts';

export interface SearchedTranscript {
  cues: readonly StudioCue[];
  /** What is searched for. */
  words: string;
}

interface Props extends SoundProps {
  at: number;
  transcript: Kept<SearchedTranscript>;
}

/** Finding the moment: by what was said, and by what was loud. */
export function FindTab(props: Props) {
  return (
    <div className="flex flex-col gap-5">
      <Transcript {...props} />
      {props.source.audio || props.whole.peaks.size > 0 ? <FindSound {...props} /> : null}
    </div>
  );
}

const MOST_FOUND = 50;

function Transcript({ source, player, transcript: [{ cues, words }, set] }: Props) {
  const [error, setError] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      if (file.size > CAPTIONS_MAX_BYTES) throw new Error(`${file.name} is larger than 2 MB.`);
      const read = await importCaptions(file.name, await file.text());
      set((old) => ({ ...old, cues: read }));
      setError(null);
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  };
  const wanted = words.trim().toLowerCase();
  const found = wanted ? cues.filter(({ text }) => text.toLowerCase().includes(wanted)) : [];
  return (
    <section aria-label="Transcript" className="flex flex-col gap-2.5">
      <label className="flex flex-col gap-1.5 font-semibold text-sm">
        Transcript of the source (SRT or VTT)
        <input
          type="file"
          accept=".srt,.vtt,text/vtt"
          className="w-full font-normal text-muted file:mr-3 file:rounded-control file:border file:border-button-line file:bg-transparent file:px-3 file:py-1.5 file:font-semibold file:text-ink"
          onChange={(event) => void take(event.target.files?.[0])}
        />
      </label>
      {error ? <FieldError>{error}</FieldError> : null}
      {cues.length > 0 ? (
        <>
          <Field label="Search what was said" hint={foundText(wanted ? found.length : null, cues.length)}>
            <TextInput
              type="search"
              value={words}
              onChange={({ target }) => set((old) => ({ ...old, words: target.value }))}
            />
          </Field>
          <ul className="flex max-h-80 flex-col gap-1 overflow-y-auto">
            {found.slice(0, MOST_FOUND).map((cue, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a file can begin at one second
              <li key={index}>
                <button
                  type="button"
                  className="w-full rounded-control px-2 py-1.5 text-left hover:bg-hover"
                  onClick={() => player?.seek(cue.start)}
                >
                  <span className="mono text-muted text-xs">{timecode(cue.start, source.fps)}</span>{' '}
                  {cue.text}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

function foundText(found: number | null, lines: number): string {
  if (found === null) return `${lines} lines`;
  return found > MOST_FOUND ? `${found} found, the first ${MOST_FOUND} are shown` : `${found} found`;
}

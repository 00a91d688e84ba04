import { useMemo, useState } from 'react';
import type { StudioCue } from '#contract/studio.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { withoutStretches } from './cuts.ts';
import { CAPTIONS_MAX_BYTES, importCaptions } from './import-captions.ts';
import { measureSound } from './measure-sound.ts';
import { loudestSeconds, type Peaks, silencesIn } from './silence.ts';
import { onFrame, timecode } from './timecode.ts';
import type { Kept, StudioTools } from './tools.ts';

export interface SearchedTranscript {
  cues: readonly StudioCue[];
  /** What is searched for. */
  words: string;
}
export type SoundState = 'idle' | 'listening' | 'failed';

interface Props extends StudioTools {
  at: number;
  peaks: Peaks;
  onPeaks(peaks: Peaks): void;
  transcript: Kept<SearchedTranscript>;
  sound: Kept<SoundState>;
}

/** Finding the moment: by what was said, and by what was loud. */
export function FindTab(props: Props) {
  return (
    <div className="flex flex-col gap-5">
      <Transcript {...props} />
      {props.source.audio ? <Sound {...props} /> : null}
    </div>
  );
}

const MOST_FOUND = 50;
/** A pause shorter than this is left, and so is a piece of speech. */
const LEAST_CUT = 0.3;

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

export function removeText(silences: number): string {
  if (silences === 0) return 'No silences to remove';
  return silences === 1 ? 'Remove 1 silence' : `Remove ${silences} silences`;
}

function Sound({ source, project, edit, player, peaks, onPeaks, sound: [state, setState] }: Props) {
  const listen = async () => {
    setState('listening');
    try {
      onPeaks(await measureSound(source, project.cuts));
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  const silences = useMemo(() => silencesIn(project.cuts, peaks), [project.cuts, peaks]);
  const loudest = useMemo(() => loudestSeconds(peaks, 5, 3), [peaks]);
  const remove = () =>
    edit('silences', (old) => ({
      ...old,
      cuts: withoutStretches(
        old.cuts,
        silences.map(({ start, end }) => ({
          start: onFrame(start, source.fps),
          end: onFrame(end, source.fps),
        })),
        LEAST_CUT,
      ),
    }));
  return (
    <section aria-label="Sound" className="flex flex-col items-start gap-2.5">
      <h2 className="font-semibold text-sm">Sound of your cuts</h2>
      <p className="text-muted text-xs">Only the sound of the seconds that you cut is read.</p>
      <Button
        size="sm"
        busy={state === 'listening' && 'Listening...'}
        disabled={project.cuts.length === 0}
        onClick={() => void listen()}
      >
        Listen to the cuts
      </Button>
      {state === 'failed' ? <FieldError>The sound could not be read. Try again.</FieldError> : null}
      {peaks.size > 0 ? (
        <>
          <Button size="sm" disabled={silences.length === 0} onClick={remove}>
            {removeText(silences.length)}
          </Button>
          <h3 className="font-semibold text-sm">Loudest moments</h3>
          <ul className="flex flex-wrap gap-1.5">
            {loudest.map((second) => (
              <li key={second}>
                <Button size="sm" className="mono" onClick={() => player?.seek(second)}>
                  {timecode(second, source.fps)}
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

import { useMemo } from 'react';
import { Button } from '#web/ui/forms/button.tsx';
import { FieldError } from '#web/ui/forms/field.tsx';
import { withoutStretches } from './cuts.ts';
import { measureSound } from './measure-sound.ts';
import { loudestSeconds, type Peaks, silencesIn } from './silence.ts';
import type { SourceSound } from './source-sound.ts';
import { onFrame, timecode } from './timecode.ts';
import type { Kept, StudioTools } from './tools.ts';

export type SoundState = 'idle' | 'listening' | 'failed';

export interface SoundProps extends StudioTools {
  /** The peaks of the whole source once they are prepared, until then those of the measured seconds. */
  peaks: Peaks;
  whole: SourceSound;
  onPeaks(peaks: Peaks): void;
  sound: Kept<SoundState>;
}

/** After pauses are removed from the cuts, remaining pieces shorter than this are removed too. In seconds. */
const LEAST_CUT = 0.3;
/** The maximum number of loud moments of the cuts, and the minimum number of seconds between two of them. */
const MOST_MOMENTS = 5;
const APART = 3;

export function removeText(silences: number): string {
  if (silences === 0) return 'No silences to remove';
  return silences === 1 ? 'Remove 1 silence' : `Remove ${silences} silences`;
}

/**
 * Finds loud moments and silences. It uses the whole source once the server has read it, and until then the
 * cuts.
 */
export function FindSound(props: SoundProps) {
  const { peaks, whole } = props;
  const isWhole = whole.peaks.size > 0;
  if (isWhole && props.project.cuts.length === 0) return null;
  return (
    <section aria-label="Sound" className="flex flex-col items-start gap-2.5">
      <h2 className="font-semibold text-sm">{isWhole ? 'Sound of the source' : 'Sound of your cuts'}</h2>
      {isWhole ? null : <Listen {...props} />}
      {peaks.size > 0 ? (
        <>
          {isWhole ? null : <LoudMoments {...props} />}
          {props.project.cuts.length > 0 ? <Silences {...props} /> : null}
        </>
      ) : null}
    </section>
  );
}

function Listen({ source, project, whole, onPeaks, sound: [state, setState] }: SoundProps) {
  const listen = async () => {
    setState('listening');
    try {
      onPeaks(await measureSound(source, project.cuts));
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      {whole.share === null ? null : (
        <p role="status" className="text-muted text-xs">
          The sound of the whole source is being read: {Math.floor(whole.share * 100)}%.
        </p>
      )}
      <p className="text-muted text-xs">Only the sound of the seconds that you cut is read here.</p>
      <Button
        size="sm"
        busy={state === 'listening' && 'Listening...'}
        disabled={project.cuts.length === 0}
        onClick={() => void listen()}
      >
        Listen to the cuts
      </Button>
      {state === 'failed' ? <FieldError>The sound could not be read. Try again.</FieldError> : null}
    </>
  );
}

function Silences({ source, project, edit, peaks }: SoundProps) {
  const silences = useMemo(() => silencesIn(project.cuts, peaks), [project.cuts, peaks]);
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
    <Button size="sm" disabled={silences.length === 0} onClick={remove}>
      {removeText(silences.length)}
    </Button>
  );
}

function LoudMoments({ source, player, peaks }: SoundProps) {
  const seconds = useMemo(() => loudestSeconds(peaks, MOST_MOMENTS, APART), [peaks]);
  return (
    <>
      <h3 className="font-semibold text-sm">Loudest moments</h3>
      <ul className="flex flex-wrap gap-1.5">
        {seconds.map((second) => (
          <li key={second}>
            <Button size="sm" className="mono" onClick={() => player?.seek(second)}>
              {timecode(second, source.fps)}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

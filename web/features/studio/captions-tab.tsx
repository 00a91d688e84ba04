import { Plus, X } from 'lucide-react';
import { type ChangeEvent, useId, useState } from 'react';
import {
  type captionPositions,
  type captionStyles,
  type StudioCue,
  type StudioProject,
  studioLimits,
} from '#contract/studio.ts';
import type { SkippedCue } from '#contract/subtitles/read-subtitles.ts';
import { cuesWithin, importCaptions, WORDS_AT_ONCE } from '#web/nouns/import-captions.ts';
import { SkippedCaptions } from '#web/nouns/skipped-captions.tsx';
import { cx } from '#web/ui/cx.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field, FieldError } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Kbd } from '#web/ui/pages/kbd.tsx';
import { inPieces } from './caption-words.ts';
import { clipSecond } from './cuts.ts';
import { clipTime, onFrame } from './timecode.ts';
import type { Kept, StudioTools } from './tools.ts';

type Captions = StudioProject['captions'];

const styles: Record<(typeof captionStyles)[number], string> = {
  condensed: 'Condensed',
  plain: 'Plain',
  boxed: 'On a box',
};
const positions: Record<(typeof captionPositions)[number], string> = {
  top: 'Top',
  centre: 'Centre',
  bottom: 'Bottom',
};
const options = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

interface Props extends StudioTools {
  at: number;
  /** The typed text of a caption that has not been added. */
  newCaption: Kept<string>;
}

/** Lets the clipper type captions or read them from a file, and choose their style. */
export function CaptionsTab(tools: Props) {
  const { project, edit } = tools;
  const { captions } = project;
  const set = (name: string, change: Partial<Captions>) =>
    edit(name, (old) => ({ ...old, captions: { ...old.captions, ...change } }));
  return (
    <div className="flex flex-col gap-3.5">
      <div className="grid grid-cols-2 gap-2.5">
        <Field label="Style">
          <Select
            value={captions.style}
            options={options(styles)}
            onChange={(event) => set('style', { style: event.target.value as Captions['style'] })}
          />
        </Field>
        <Field label="Position">
          <Select
            value={captions.position}
            options={options(positions)}
            onChange={(event) => set('position', { position: event.target.value as Captions['position'] })}
          />
        </Field>
      </div>
      <CueList {...tools} />
      <AddCue {...tools} />
      <ImportCues {...tools} />
      <p className="text-muted text-xs">
        The word that is spoken lights up. Text stays inside the dashed safe area, clear of the app's buttons.
      </p>
    </div>
  );
}

function CueList({ project, edit, at, player }: StudioTools & { at: number }) {
  const { cues } = project.captions;
  const replace = (index: number, text: string | null) =>
    edit(`caption ${index}`, (old) => ({
      ...old,
      captions: {
        ...old.captions,
        cues: old.captions.cues.flatMap((cue, place) =>
          place === index ? (text === null ? [] : [{ ...cue, text }]) : [cue],
        ),
      },
    }));
  if (cues.length === 0) return <p className="text-muted text-sm">No captions yet.</p>;
  return (
    <ul className="flex max-h-90 flex-col gap-2 overflow-y-auto p-0.5">
      {cues.map((cue, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two captions of a file can begin at one second
          key={index}
          className={cx(
            'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 rounded-control border bg-raised px-2 py-1.5',
            cue.start <= at && at < cue.end ? 'border-ink dark:border-signal' : 'border-line',
          )}
        >
          <button
            type="button"
            className="mono min-h-6 text-muted text-xs hover:text-ink"
            onClick={() => player?.seek(cue.start)}
          >
            {clipTime(clipSecond(project.cuts, cue.start) ?? cue.start)}
          </button>
          <input
            aria-label={`Caption at ${clipTime(cue.start)}`}
            value={cue.text}
            maxLength={studioLimits.cueLetters}
            dir="auto"
            className="min-w-0 bg-transparent py-1"
            onChange={(event) => replace(index, event.target.value)}
          />
          <Button
            variant="quiet"
            size="sm"
            square
            aria-label={`Remove the caption at ${clipTime(cue.start)}`}
            onClick={() => replace(index, null)}
          >
            <X aria-hidden />
          </Button>
          {project.cuts.length === 0 || cuesWithin([cue], project.cuts).length > 0 ? null : (
            <span className="col-span-full text-amber text-xs">Outside your cuts - won’t appear.</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function AddCue({ project, edit, at, source, player, newCaption: [text, setText] }: Props) {
  const [error, setError] = useState<string>();
  const add = () => {
    // The player's time may be ahead of the picture on screen, which is drawn later.
    const start = onFrame(player?.time() ?? at, source.fps);
    const words = text.trim();
    const refused = whyNoCue(project.captions.cues, start, words);
    setError(refused);
    if (refused) return;
    edit('add caption', (old) => ({
      ...old,
      captions: { ...old.captions, cues: withCue(old.captions.cues, start, words, source.duration) },
    }));
    setText('');
  };
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Field label="New caption" error={error}>
        <TextInput
          value={text}
          maxLength={studioLimits.cueLetters}
          onChange={(event) => {
            setText(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      <Button type="submit" size="sm">
        <Plus aria-hidden />
        Add caption at playhead <Kbd>C</Kbd>
      </Button>
    </form>
  );
}

/** Returns why no caption can be added at this second, or undefined if one can. */
export function whyNoCue(cues: readonly StudioCue[], at: number, words: string): string | undefined {
  if (!words) return 'Write what the caption says first.';
  const taken = cues.some(({ start, end }) => start <= at && at < end);
  return taken
    ? 'There is a caption at this second already. Change that one, or move the playhead.'
    : undefined;
}

/** Adds a cue. It lasts as long as it takes to say its words, or until the next cue begins. */
export function withCue(
  cues: readonly StudioCue[],
  start: number,
  text: string,
  duration: number,
): StudioCue[] {
  const spoken = Math.max(1, text.split(/\s+/).length * 0.4);
  const next = cues.find((cue) => cue.start > start)?.start ?? duration;
  return [...cues, { start, end: Math.min(start + spoken, next), text }].toSorted(
    (a, b) => a.start - b.start,
  );
}

export const importedText = (name: string, taken: number, left: number): string =>
  left === 0
    ? `${taken} ${taken === 1 ? 'caption' : 'captions'} from ${name}.`
    : `The first ${taken} captions from ${name}; ${left} more don't fit into one clip. Set In and Out first, then only those of your cuts are taken.`;

function ImportCues({ project, edit, source }: StudioTools) {
  const id = useId();
  const [outcome, setOutcome] = useState<{ error?: string; done?: string; skipped?: readonly SkippedCue[] }>(
    {},
  );
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event;
    const [file] = target.files ?? [];
    if (!file) return;
    try {
      const { cues: all, skipped } = await importCaptions(file, source.duration);
      const inCuts = project.cuts.length > 0 ? cuesWithin(all, project.cuts) : all;
      const pieces = inPieces(inCuts, WORDS_AT_ONCE);
      const cues = pieces.slice(0, studioLimits.cues);
      if (cues.length === 0) throw new Error(`${file.name} has no caption within your cuts. Yours are kept.`);
      edit('import', (old) => ({ ...old, captions: { ...old.captions, cues } }));
      setOutcome({ done: importedText(file.name, cues.length, pieces.length - cues.length), skipped });
    } catch (error) {
      setOutcome({ error: error instanceof Error ? error.message : String(error) });
    }
    target.value = '';
  };
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        Captions from a file (SRT or VTT)
      </label>
      <input
        id={id}
        type="file"
        accept=".srt,.vtt,text/vtt"
        aria-describedby={`${id}-outcome`}
        className="w-full text-muted text-sm file:mr-3 file:rounded-control file:border file:border-button-line file:bg-transparent file:px-3 file:py-1.5 file:font-semibold file:text-ink"
        onChange={(event) => void take(event)}
      />
      <div id={`${id}-outcome`} aria-live="polite" className="text-muted text-xs">
        {outcome.error ? <FieldError>{outcome.error}</FieldError> : outcome.done}
      </div>
      <SkippedCaptions skipped={outcome.skipped} />
    </div>
  );
}

import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { runningTime } from '#web/ui/texts/file-facts.ts';
import { type CutEvidence, evidenceOf } from './cut-evidence.ts';
import { MapLanes, type MappedSource } from './map-lanes.tsx';
import { type Suggestion, suggestMoments } from './suggestions.ts';

/** The lengths of a cut that can be chosen, in seconds. */
const lengths = { least: 5, most: 90, step: 5 };

interface Props {
  source: MappedSource;
  /** Says what the map shows, also to screen readers. */
  name: string;
}

/**
 * Shows the lanes of a source with the moments that the Studio suggests, and what is known about a cut at the
 * chosen second.
 */
export function MomentMap({ source, name }: Props) {
  const section = useRef<HTMLElement>(null);
  const moments = useMemo(() => suggestMoments(source, source), [source]);
  const { start, end } = moments[0]!;
  const { duration } = source;
  const [cut, setCut] = useState<Cut>({ start, end });
  const readMoment = () => setCut(momentIn(section.current!, moments, duration));
  const readRanges = () => setCut(rangesIn(section.current!, duration));
  // The visitor may have moved the cut or chosen a moment before hydration.
  useEffect(() => {
    const { at, length } = inputsIn(section.current!);
    const isMoved = [at, length].some(({ value, defaultValue }) => value !== defaultValue);
    setCut(isMoved ? rangesIn(section.current!, duration) : momentIn(section.current!, moments, duration));
  }, [moments, duration]);
  const evidence = useMemo(() => evidenceOf(source, cut), [source, cut]);
  return (
    <section
      ref={section}
      aria-label={name}
      className="overflow-hidden rounded-panel border border-well-line bg-well text-well-ink"
    >
      <p className="border-well-line border-b px-6 py-3 text-sm text-well-muted max-md:px-4">{name}</p>
      <MapLanes source={source} cut={cut}>
        <input
          type="range"
          min={0}
          max={duration}
          defaultValue={start}
          onChange={readRanges}
          aria-label="Start of the cut"
          aria-valuetext={`${rangeText(cut)}. ${factsOf(evidence).join('. ')}`}
          className="map-cursor"
        />
      </MapLanes>
      <div className="grid gap-x-8 gap-y-5 px-6 py-5 max-md:px-4 md:grid-cols-[1fr_1.35fr]">
        <Meaning cut={cut} source={source} evidence={evidence}>
          <input
            type="range"
            min={lengths.least}
            max={lengths.most}
            step={lengths.step}
            defaultValue={end - start}
            onChange={readRanges}
            aria-label="Length of the cut"
            aria-valuetext={`${cut.end - cut.start} seconds. ${lengthText(cut, source)}`}
            className="w-full accent-(--color-signal)"
          />
        </Meaning>
        <Moments moments={moments} onChoose={readMoment} />
      </div>
    </section>
  );
}

interface Cut {
  start: number;
  end: number;
}

function inputsIn(section: HTMLElement) {
  const [at, length, ...choices] = section.querySelectorAll('input');
  return { at: at!, length: length!, choices };
}

/** Reads the ranges. They no longer show a suggested moment, so none stays chosen. */
function rangesIn(section: HTMLElement, duration: number): Cut {
  const { choices } = inputsIn(section);
  for (const choice of choices) choice.checked = false;
  return cutIn(section, duration);
}

/** Moves the ranges to the chosen moment. */
function momentIn(section: HTMLElement, moments: readonly Suggestion[], duration: number): Cut {
  const { at, length, choices } = inputsIn(section);
  const moment = moments[choices.findIndex((choice) => choice.checked)];
  if (moment) {
    move(at, moment.start);
    move(length, moment.end - moment.start);
  }
  return cutIn(section, duration);
}

/**
 * Moves a range. React watches `value` and not `valueAsNumber`: it would take the next change by a person back
 * to the value before for none.
 */
function move(range: HTMLInputElement, to: number): void {
  range.value = String(to);
}

/** Reads the cut. A cut that would end after the source begins earlier, and so does its range. */
function cutIn(section: HTMLElement, duration: number): Cut {
  const { at, length } = inputsIn(section);
  const latest = duration - length.valueAsNumber;
  if (at.valueAsNumber > latest) move(at, latest);
  return { start: at.valueAsNumber, end: at.valueAsNumber + length.valueAsNumber };
}

const rangeText = ({ start, end }: Cut) => `${runningTime(start * 1_000)} to ${runningTime(end * 1_000)}`;

/** Says whether the listing takes a clip of this length. */
function lengthText({ start, end }: Cut, { rules }: Pick<MappedSource, 'rules'>): string {
  const taken = `this listing takes ${rules.minSeconds} to ${rules.maxSeconds} s`;
  if (end - start < rules.minSeconds) return `Too short: ${taken}`;
  return end - start > rules.maxSeconds ? `Too long: ${taken}` : `Fits: ${taken}`;
}

const factsOf = ({ loudness, chat, earned }: CutEvidence): string[] => [
  `${loudness} the usual loudness`,
  `Chat ${chat} its usual pace`,
  earned === null ? 'No paid clip of this part yet' : `Earlier clips of this part earned about ${earned}`,
];

interface MeaningProps {
  cut: Cut;
  source: MappedSource;
  evidence: CutEvidence;
  children: ReactNode;
}

/** States what cutting here means. The child is the control of the length. */
function Meaning({ cut, source, evidence, children }: MeaningProps) {
  const length = lengthText(cut, source);
  return (
    <div>
      <p className="num text-2xl">{rangeText(cut)}</p>
      <ul className="mt-3 flex flex-col gap-1.5 text-sm">
        {factsOf(evidence).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <p className="mt-4 flex justify-between gap-4 text-sm">
        <span>Length</span>
        <span className="mono">{cut.end - cut.start} s</span>
      </p>
      {children}
      <p className={length.startsWith('Fits') ? 'text-sm text-well-muted' : 'text-sm text-well-amber'}>
        {length}
      </p>
    </div>
  );
}

const Moments = ({ moments, onChoose }: { moments: readonly Suggestion[]; onChoose: () => void }) => (
  <fieldset className="flex flex-col gap-1.5">
    <legend className="mb-2 font-semibold text-sm">Suggested moments</legend>
    {moments.map((moment, at) => (
      <label
        key={`${moment.kind} ${moment.start}`}
        className="relative flex items-baseline justify-between gap-3 rounded-control border border-well-line px-3 py-2 text-sm has-checked:border-signal has-checked:bg-well-3 has-focus-visible:outline-2 has-focus-visible:outline-signal"
      >
        <input
          type="radio"
          name="moment"
          defaultChecked={at === 0}
          onChange={onChoose}
          className="absolute inset-0 cursor-pointer appearance-none outline-none"
        />
        <span className="font-semibold">{moment.why}</span>
        <span className="mono whitespace-nowrap text-well-muted text-xs">{rangeText(moment)}</span>
      </label>
    ))}
  </fieldset>
);

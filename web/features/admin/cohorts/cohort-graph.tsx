import { Link } from 'react-router';
import type { CohortLinkKind, CohortShown } from '#contract/cohorts.ts';
import { paths } from '#web/routes/paths.ts';
import { kindLabels } from './cohort-labels.ts';

/** The maximum number of nodes, because more would overlap. The tables list all people. */
export const MOST_DRAWN = 24;

/** Width of the drawing, so small that names stay readable on a phone. */
const WIDTH = 400;
const MARGIN = { x: 70, y: 40 };

/** Each kind has a colour and a pattern, so that either alone distinguishes it. */
const strokes: Record<CohortLinkKind, { className: string; dash?: string }> = {
  payout_address: { className: 'stroke-red' },
  synchronized_growth: { className: 'stroke-blue', dash: '10 4' },
  audience: { className: 'stroke-amber', dash: '2 4' },
  device: { className: 'stroke-green', dash: '6 3 2 3' },
  posting_minute: { className: 'stroke-muted', dash: '1 6' },
};

interface Place {
  x: number;
  y: number;
}

/** Returns a place for each node, on an ellipse that grows with their number. Two nodes are side by side. */
function placeAll(count: number): { height: number; places: Place[] } {
  const radius = { x: WIDTH / 2 - MARGIN.x, y: count < 3 ? 0 : Math.min(170, 40 + 14 * count) };
  const height = 2 * (radius.y + MARGIN.y);
  const first = count < 3 ? Math.PI : -Math.PI / 2;
  const places = Array.from({ length: count }, (_, at) => {
    const turn = first + (at / count) * 2 * Math.PI;
    return { x: WIDTH / 2 + radius.x * Math.cos(turn), y: height / 2 + radius.y * Math.sin(turn) };
  });
  return { height, places };
}

/**
 * Returns the path of a link. Each further link between the same two people is bent more, so that the links
 * don't overlap.
 */
function curve(one: Place, other: Place, step: number): string {
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const length = Math.hypot(dx, dy) || 1;
  const bend = step * 26;
  const middle = {
    x: (one.x + other.x) / 2 - (dy / length) * bend,
    y: (one.y + other.y) / 2 + (dx / length) * bend,
  };
  return `M ${one.x} ${one.y} Q ${middle.x} ${middle.y} ${other.x} ${other.y}`;
}

/** Draws the people and their links as a graph. The tables below contain the same facts in words. */
export function CohortGraph({ cohort: { people, links, kinds } }: { cohort: CohortShown }) {
  const drawn = people.slice(0, MOST_DRAWN);
  const { height, places: all } = placeAll(drawn.length);
  const places = new Map(drawn.map(({ id }, at) => [id, all[at]!]));
  const seen = new Map<string, number>();
  return (
    <figure className="flex flex-col gap-3">
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        className="mx-auto h-auto w-full max-w-140"
        role="img"
        aria-label={`${drawn.length} people and the links between them; the tables below list the same.`}
      >
        {links.map(({ oneId, otherId, kind }) => {
          const [one, other] = [places.get(oneId), places.get(otherId)];
          if (!(one && other)) return null;
          const pair = `${oneId} ${otherId}`;
          const step = seen.get(pair) ?? 0;
          seen.set(pair, step + 1);
          const { className, dash } = strokes[kind];
          return (
            <path
              key={`${pair} ${kind}`}
              d={curve(one, other, step % 2 ? -Math.ceil(step / 2) : step / 2)}
              className={className}
              strokeDasharray={dash}
              strokeWidth={2}
              fill="none"
            />
          );
        })}
        {drawn.map((person) => (
          <Person
            key={person.id}
            person={person}
            at={places.get(person.id)!}
            isBelow={places.get(person.id)!.y > height / 2}
          />
        ))}
      </svg>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1.5 text-muted text-sm">
        {kinds.map((kind) => (
          <span key={kind} className="inline-flex items-center gap-2">
            <svg aria-hidden="true" viewBox="0 0 28 4" className="h-1 w-7">
              <path
                d="M 0 2 H 28"
                className={strokes[kind].className}
                strokeDasharray={strokes[kind].dash}
                strokeWidth={2}
              />
            </svg>
            {kindLabels[kind]}
          </span>
        ))}
        {people.length > drawn.length ? (
          <span>{people.length - drawn.length} more people are in the table.</span>
        ) : null}
      </figcaption>
    </figure>
  );
}

/**
 * Names are cut to this many characters, because longer ones would overlap their neighbours. The title has
 * the whole name.
 */
const NAME_MOST = 14;
const short = (name: string): string => (name.length > NAME_MOST ? `${name.slice(0, NAME_MOST - 1)}…` : name);

interface PersonProps {
  person: CohortShown['people'][number];
  at: Place;
  isBelow: boolean;
}

function Person({ person, at, isBelow }: PersonProps) {
  return (
    <Link to={paths.adminPerson(person.id)} tabIndex={-1}>
      <title>{`@${person.name}`}</title>
      <circle cx={at.x} cy={at.y} r={7} className="fill-surface stroke-ink" strokeWidth={2} />
      <text
        x={at.x}
        y={at.y + (isBelow ? 26 : -16)}
        textAnchor="middle"
        className="fill-ink stroke-surface font-semibold text-base"
        strokeWidth={4}
        paintOrder="stroke"
      >
        @{short(person.name)}
      </text>
    </Link>
  );
}

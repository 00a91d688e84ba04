import { Link } from 'react-router';
import type { CohortLinkKind, CohortShown } from '#contract/cohorts.ts';
import { paths } from '#web/routes/paths.ts';
import { kindLabels } from './cohort-labels.ts';

/** More would lie on each other; the tables have all. */
export const MOST_DRAWN = 24;

const SIZE = { width: 720, height: 420 };
const CENTRE = { x: SIZE.width / 2, y: SIZE.height / 2 };
const RADIUS = { x: 250, y: 160 };

/** A colour and a pattern for each kind, so that neither has to be told apart alone. */
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

function place(at: number, of: number): Place {
  const turn = (at / of) * 2 * Math.PI - Math.PI / 2;
  return { x: CENTRE.x + RADIUS.x * Math.cos(turn), y: CENTRE.y + RADIUS.y * Math.sin(turn) };
}

/** Several links of two people lie beside each other: each bends a little further. */
function curve(one: Place, other: Place, step: number): string {
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const length = Math.hypot(dx, dy) || 1;
  const bend = step * 22;
  const middle = {
    x: (one.x + other.x) / 2 - (dy / length) * bend,
    y: (one.y + other.y) / 2 + (dx / length) * bend,
  };
  return `M ${one.x} ${one.y} Q ${middle.x} ${middle.y} ${other.x} ${other.y}`;
}

/** Who is joined with whom, and by what. The tables below say the same in words. */
export function CohortGraph({ cohort: { people, links, kinds } }: { cohort: CohortShown }) {
  const drawn = people.slice(0, MOST_DRAWN);
  const places = new Map(drawn.map(({ id }, at) => [id, place(at, drawn.length)]));
  const seen = new Map<string, number>();
  return (
    <figure className="flex flex-col gap-3">
      <svg
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        className="h-auto w-full"
        role="img"
        aria-label={`${drawn.length} people and what joins them; the tables below list the same.`}
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
          <Person key={person.id} person={person} at={places.get(person.id)!} />
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

function Person({ person, at }: { person: CohortShown['people'][number]; at: Place }) {
  return (
    <Link to={paths.adminPerson(person.id)} tabIndex={-1}>
      <circle cx={at.x} cy={at.y} r={9} className="fill-surface stroke-ink" strokeWidth={2} />
      <text
        x={at.x}
        y={at.y + (at.y > CENTRE.y ? 28 : -18)}
        textAnchor="middle"
        className="fill-ink font-semibold text-base"
      >
        @{person.name}
      </text>
    </Link>
  );
}

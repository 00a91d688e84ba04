import type { SkippedCue } from '#contract/subtitles/read-subtitles.ts';
import { Note } from '#web/ui/pages/note.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { skippedText } from './import-captions.ts';

const ROWS_SHOWN = 5;

/** Lists the captions of a file that were skipped, each with the number of its row. */
export function SkippedCaptions({ skipped = [] }: { skipped?: readonly SkippedCue[] }) {
  if (skipped.length === 0) return null;
  const title =
    skipped.length === 1 ? '1 caption was left out' : `${formatCount(skipped.length)} captions were left out`;
  const more = skipped.length - ROWS_SHOWN;
  return (
    <Note tone="warning" title={title} alert>
      <ul className="mt-1 flex flex-col gap-1">
        {skipped.slice(0, ROWS_SHOWN).map((cue) => (
          <li key={cue.row} className="break-words">
            <bdi>{skippedText(cue)}</bdi>
          </li>
        ))}
        {more > 0 ? <li>{more === 1 ? '1 more row.' : `${formatCount(more)} more rows.`}</li> : null}
      </ul>
    </Note>
  );
}

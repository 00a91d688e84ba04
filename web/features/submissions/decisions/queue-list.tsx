import { Keyboard, MessageSquare } from 'lucide-react';
import { memo, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { HostSubmissionRow } from '#contract/submissions/submissions.ts';
import { ClipName } from '#web/nouns/clip-name.tsx';
import { ClipPoster } from '#web/nouns/clip-poster.tsx';
import { cx } from '#web/ui/cx.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { NewRowsButton } from '#web/ui/lists/new-rows.tsx';
import { afterPaint } from '#web/ui/pages/after-paint.ts';
import { Kbd } from '#web/ui/pages/kbd.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { scoreOf, scoreStyle } from '../clip/score-meter.tsx';
import { DecideBy } from './decide-by.tsx';
import { MatchMark } from './match-mark.tsx';
import type { Deciding } from './use-decide.ts';

export interface QueueListProps {
  clips: readonly HostSubmissionRow[];
  currentId: string;
  onChoose: (id: string) => void;
  /** Ids of the marked clips, which are decided together. */
  marked: ReadonlySet<string>;
  onMark: (id: string) => void;
  sprint: Deciding['sprint'];
  onHelp: () => void;
  /** Number of clips that arrived since the list was last updated. */
  newCount: number;
  onShowNew: () => void;
}

/** Shows the queue as a column of rows, or on a phone as a strip of frames. */
export function QueueList(props: QueueListProps) {
  const { clips, currentId, onChoose, marked, onMark, sprint, onHelp, newCount, onShowNew } = props;
  const list = useRef<HTMLOListElement>(null);
  const choose = useLatest(onChoose);
  const mark = useLatest(onMark);
  // The list scrolls to the clip in view, whether it was chosen by a key, a button or the address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is about the change of the current clip
  useEffect(
    () =>
      // Measuring before the frame is painted would delay the press until the whole page is laid out.
      afterPaint(() => {
        const row = list.current?.querySelector('[aria-current="true"]');
        row?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      }),
    [currentId],
  );
  return (
    <div className="flex min-w-0 flex-col border-line max-lg:border-b lg:min-h-0 lg:border-r">
      <NewRowsButton count={newCount} onShow={onShowNew} />
      {/* The keys don't move the focus, so the change is announced to screen readers. */}
      <p role="status" className="sr-only">
        {inViewText(clips, currentId, marked)}
      </p>
      <ol
        ref={list}
        aria-label="Clips that wait"
        className="flex max-lg:overflow-x-auto lg:min-h-0 lg:flex-1 lg:flex-col lg:overflow-y-auto"
      >
        {clips.map((clip) => (
          <Row
            key={clip.id}
            clip={clip}
            current={clip.id === currentId}
            marked={marked.has(clip.id)}
            onChoose={choose}
            onMark={mark}
          />
        ))}
      </ol>
      <div className="flex flex-col gap-1.5 border-line border-t px-4 py-3 text-muted text-sm max-lg:hidden">
        {sprint && sprint.count > 0 ? <p>{sprintText(sprint)}</p> : null}
        <p className="flex flex-wrap items-center gap-1.5">
          <Kbd>J</Kbd>
          <Kbd>K</Kbd>
          next, previous
          <Button size="sm" variant="quiet" className="ml-auto" onClick={onHelp}>
            <Keyboard aria-hidden />
            Shortcuts
          </Button>
        </p>
      </div>
    </div>
  );
}

/** Describes the clip in view: "Clip 2 of 3: @tess_cuts, 410 views, marked". */
export function inViewText(
  clips: readonly Pick<HostSubmissionRow, 'id' | 'clipperUsername' | 'views'>[],
  currentId: string,
  marked: ReadonlySet<string>,
): string {
  const at = clips.findIndex(({ id }) => id === currentId);
  const clip = clips[at];
  if (!clip) return '';
  const mark = marked.has(clip.id) ? ', marked' : '';
  return `Clip ${at + 1} of ${clips.length}: @${clip.clipperUsername}, ${formatCount(clip.views)} views${mark}`;
}

/** Describes the host's speed: "12 decided, 9 s each". */
export function sprintText({ count, startedAt }: { count: number; startedAt: number }): string {
  const each = Math.round((Date.now() - startedAt) / 1000 / count);
  return count < 2 ? `${count} decided` : `${count} decided, ${each} s each`;
}

/**
 * Returns a function that stays the same as long as the list is mounted, so that a press only rerenders the
 * rows that it changes.
 */
function useLatest(act: (id: string) => void): (id: string) => void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  }, [act]);
  return useCallback((id: string) => latest.current(id), []);
}

interface RowProps {
  clip: HostSubmissionRow;
  current: boolean;
  marked: boolean;
  onChoose: (id: string) => void;
  onMark: (id: string) => void;
}

const Row = memo(({ clip, current, marked, onChoose, onMark }: RowProps) => (
  <li className="relative max-lg:shrink-0">
    <Choice clip={clip} current={current} onChoose={onChoose} />
    <label className="absolute top-0 left-0 grid size-8 place-items-center max-lg:hidden">
      <input
        type="checkbox"
        aria-label={`Decide the clip of @${clip.clipperUsername} with ${formatCount(clip.views)} views together with others`}
        checked={marked}
        onChange={() => onMark(clip.id)}
        className="size-4 accent-ink"
      />
    </label>
  </li>
));

function Choice({ clip, current, onChoose }: Pick<RowProps, 'clip' | 'current' | 'onChoose'>) {
  const score = scoreOf(clip.verdict);
  return (
    <button
      type="button"
      aria-current={current ? 'true' : undefined}
      onClick={() => onChoose(clip.id)}
      className={cx(
        'relative flex w-full items-center gap-3 border-line py-2.5 pr-4 pl-8 text-left hover:bg-hover focus-visible:-outline-offset-2',
        'max-lg:w-16 max-lg:flex-col max-lg:border-b-2 max-lg:border-transparent max-lg:px-2 lg:border-b',
        current &&
          'bg-hover max-lg:border-ink lg:shadow-[inset_3px_0_0_var(--color-ink)] dark:max-lg:border-signal dark:lg:shadow-[inset_3px_0_0_var(--color-signal)]',
      )}
    >
      <ClipPoster id={clip.id} src={clip.posterUrl} small className="w-8" />
      <span className="min-w-0 flex-1 max-lg:sr-only">
        <span className="flex items-center gap-1.5">
          <span className="wrap-anywhere font-semibold">@{clip.clipperUsername}</span>
          {clip.unreadMessages > 0 ? (
            <>
              <MessageSquare aria-hidden className="size-3.5 shrink-0 text-blue" />
              <span className="sr-only">, new message</span>
            </>
          ) : null}
        </span>
        <ClipName {...clip} className="text-xs" />
        <span className="block wrap-anywhere text-muted text-xs">
          {formatCount(clip.views)}
          <span className="sr-only"> views</span>
          {clip.countLevel === 'attested' ? ' attested' : null} · <DecideBy at={clip.decideBy} />
        </span>
        <MatchMark match={clip.match} />
      </span>
      <span className={cx('num text-lg max-lg:text-base', scoreStyle[clip.verdict.band])}>
        <span className="sr-only">, {score === null ? 'no score' : 'score'} </span>
        {score ?? <span aria-hidden>-</span>}
      </span>
    </button>
  );
}

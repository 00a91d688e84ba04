import { HandCoins, type LucideIcon, MessagesSquare, Play, Volume2 } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '#web/ui/forms/button.tsx';
import { runningTime } from '#web/ui/texts/file-facts.ts';
import type { Found } from './found.ts';
import { type Suggestion, suggestMoments } from './suggestions.ts';
import type { StudioTools } from './tools.ts';
import { UseMoment } from './use-moment.tsx';

const icons: Record<Suggestion['kind'], LucideIcon> = {
  loud: Volume2,
  chat: MessagesSquare,
  earned: HandCoins,
};

type Tools = StudioTools & Pick<Found, 'whole' | 'earned' | 'spoken' | 'chat'>;

/** Suggests moments of the source, each with its reason, a preview, and a button that cuts it. */
export function Suggested(tools: Tools) {
  const { listing, source, whole, earned, chat } = tools;
  const { rules } = listing;
  const moments = useMemo(
    () => suggestMoments({ peaks: whole.peaks, earned, chat }, { rules, duration: source.duration }),
    [whole.peaks, earned, chat, rules, source.duration],
  );
  const missing = missingText(tools, moments);
  return (
    <section aria-label="Suggested moments" className="flex flex-col gap-2.5">
      <h2 className="font-semibold text-sm">Suggested moments</h2>
      {moments.length > 0 ? (
        <ul className="flex flex-col gap-2">
          {moments.map((moment) => (
            <Moment key={`${moment.kind} ${moment.start}`} moment={moment} tools={tools} />
          ))}
        </ul>
      ) : null}
      {missing ? <p className="text-muted text-xs">{missing}</p> : null}
    </section>
  );
}

function Moment({ moment, tools }: { moment: Suggestion; tools: StudioTools }) {
  const { player } = tools;
  const { start, end, why } = moment;
  const Icon = icons[moment.kind];
  const range = `${runningTime(start * 1_000)} to ${runningTime(end * 1_000)}`;
  return (
    <li className="flex flex-col gap-2 rounded-control border border-line bg-raised px-2.5 py-2">
      <span className="flex items-start gap-2 text-sm">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        <span className="min-w-0">
          <span className="block font-semibold">{why}</span>
          <span className="mono text-muted text-xs">{range}</span>
        </span>
      </span>
      <span className="flex flex-wrap gap-1.5">
        <Button
          size="sm"
          aria-label={`Preview ${range}`}
          onClick={() => {
            player?.seek(start);
            player?.play(1, end);
          }}
        >
          <Play aria-hidden />
          Preview
        </Button>
        <UseMoment tools={tools} start={start} end={end} label={`Use this moment, ${range}`} />
      </span>
    </li>
  );
}

/** Says what the suggestions come from, and what the host could add. */
function missingText(
  { listing, whole, earned, spoken, chat }: Tools,
  moments: readonly Suggestion[],
): string {
  // Hosts add both to uploads only.
  const isUpload = listing.source.kind === 'upload';
  const missing = [
    ...(whole.share === null ? [] : ['The sound is still being read.']),
    ...(earned.length === 0
      ? ['Earnings are shown once clips of three clippers were paid for the same part.']
      : []),
    ...(isUpload && chat.length === 0
      ? ['If the host adds a chat log, moments with fast chat are suggested.']
      : []),
    ...(isUpload && spoken.cues.length === 0 && spoken.share === null
      ? ['If the host adds a transcript, you can search it.']
      : []),
  ];
  const none = moments.length === 0 ? 'Nothing stands out yet. ' : '';
  return none + missing.join(' ');
}

import { Scissors } from 'lucide-react';
import { Button } from '#web/ui/forms/button.tsx';
import { withMoment } from './cuts.ts';
import { onFrame } from './timecode.ts';
import type { StudioTools } from './tools.ts';

interface Props {
  tools: Pick<StudioTools, 'source' | 'project' | 'edit' | 'select' | 'player'>;
  /** Seconds of the source. */
  start: number;
  end: number;
  /** Name for screen readers. */
  label: string;
  /** True for an icon without text. */
  compact?: boolean;
}

/** Makes a cut of this part of the source and selects it, or selects it if it is one already. */
export function UseMoment({ tools, start, end, label, compact }: Props) {
  const { source, project, edit, select, player } = tools;
  const use = () => {
    const cut = {
      start: onFrame(start, source.fps),
      end: Math.min(source.duration, onFrame(end, source.fps)),
    };
    const cuts = withMoment(project.cuts, cut);
    edit('moment', (old) => ({ ...old, cuts: withMoment(old.cuts, cut) }));
    select(cuts.findIndex((one) => one.start === cut.start && one.end === cut.end));
    player?.seek(cut.start);
  };
  return (
    <Button size="sm" square={compact ?? false} aria-label={label} title="Use this moment" onClick={use}>
      <Scissors aria-hidden />
      {compact ? null : 'Use this moment'}
    </Button>
  );
}

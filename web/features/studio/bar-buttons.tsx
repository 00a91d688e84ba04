import { Download, Keyboard, Redo2, Undo2 } from 'lucide-react';
import { Button } from '#web/ui/forms/button.tsx';
import type { StudioActs } from './shortcuts.ts';
import type { StudioExport } from './use-export.ts';
import type { useProject } from './use-project.ts';

/** The buttons at the right of the bar. */
export function BarButtons({
  acts,
  steps,
  exported,
  onExport,
}: {
  acts: StudioActs;
  steps: ReturnType<typeof useProject>;
  exported: StudioExport;
  onExport: () => void;
}) {
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        square
        className="max-md:hidden"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
        aria-keyshortcuts="?"
        onClick={acts.showShortcuts}
      >
        <Keyboard aria-hidden />
      </Button>
      <Button variant="quiet" size="sm" disabled={!steps.canUndo} onClick={steps.undo} aria-label="Undo">
        <Undo2 aria-hidden />
        <span className="max-md:hidden">Undo</span>
      </Button>
      <Button
        variant="quiet"
        size="sm"
        square
        disabled={!steps.canRedo}
        onClick={steps.redo}
        aria-label="Redo"
      >
        <Redo2 aria-hidden />
      </Button>
      <Button
        variant="primary"
        size="sm"
        busy={exported.isRunning && 'Exporting...'}
        disabled={steps.project.cuts.length === 0}
        onClick={onExport}
      >
        <Download aria-hidden />
        Export<span className="max-md:hidden"> MP4</span>
      </Button>
    </>
  );
}

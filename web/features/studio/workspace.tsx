import { useEffect, useMemo, useRef, useState } from 'react';
import type { ListingPage } from '#contract/listings/listings.ts';
import { emptyProject, type StudioProject } from '#contract/studio.ts';
import { ErrorState } from '#web/ui/pages/error-state.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { BarButtons } from './bar-buttons.tsx';
import { ClipPreview } from './clip-preview.tsx';
import { useFound } from './found.ts';
import { Inspector, type InspectorTab } from './inspector.tsx';
import { keepFrame, keptFrame } from './kept-frame.ts';
import { overlayTexts } from './listing-checks.ts';
import type { OpenedSource } from './open-source.ts';
import { SaveMark, SaveTrouble } from './save-state.tsx';
import { useShortcutSheet } from './shortcut-sheet-opener.tsx';
import { actOf, type StudioActs } from './shortcuts.ts';
import { SourceView } from './source-view.tsx';
import { StudioBar } from './studio-bar.tsx';
import { keyFor } from './studio-keys.ts';
import { Timeline } from './timeline.tsx';
import { useTimelineView } from './timeline-view.ts';
import { useAutosave } from './use-autosave.ts';
import { useExport } from './use-export.ts';
import { usePlayer } from './use-player.ts';
import { useProject } from './use-project.ts';
import { useStudioActs } from './use-studio-acts.ts';

/** The saved project. Before the first save the version is 0 and there is no project. */
export interface KeptProject {
  version: number;
  project: StudioProject | null;
}

interface Props {
  listing: ListingPage;
  source: OpenedSource;
  kept: KeptProject;
  /** The id of the project's owner. */
  clipperId: string;
}

/** The studio's tools, which are shown once the source is open. */
export function Workspace({ listing, source, kept, clipperId }: Props) {
  const [first] = useState(
    () => kept.project ?? { ...emptyProject, frame: keptFrame(listing.host.username) },
  );
  const steps = useProject(first);
  const { project, edit } = steps;
  const whose = { listingId: listing.id, clipperId };
  const saving = useAutosave(whose, project, kept.version);
  const texts = useMemo(() => overlayTexts(listing.rules), [listing]);
  const view = usePlayer(source, project, texts);
  const [chosen, select] = useState(0);
  // Undoing a change can remove the chosen cut.
  const selected = Math.max(0, Math.min(chosen, project.cuts.length - 1));
  const [tab, setTab] = useState<InspectorTab>(first.cuts.length === 0 ? 'find' : 'captions');
  const found = useFound(listing);
  const exported = useExport(whose, { source, project, texts, player: view.player });
  const { player, rate, seconds: at } = view;
  const timeline = useTimelineView(source.duration, at);
  const shortcutSheet = useShortcutSheet();
  const tools = { listing, source, project, taken: found.taken, edit, selected, select, player, rate };
  const acts = useStudioActs({
    ...tools,
    undo: steps.undo,
    redo: steps.redo,
    openCaptions: () => setTab('captions'),
    showShortcuts: shortcutSheet.show,
    timeline,
  });
  useStudioKeys(acts);
  useEffect(() => keepFrame(listing.host.username, project.frame), [listing, project.frame]);

  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] bg-bg lg:h-dvh lg:min-h-205">
      <title>{`${listing.title} · Clip Studio · Permille`}</title>
      <StudioBar listing={listing}>
        <SaveMark saving={saving} />
        <BarButtons
          acts={acts}
          steps={steps}
          exported={exported}
          onExport={() => {
            setTab('export');
            exported.start('edited');
          }}
        />
      </StudioBar>
      <main
        id="main"
        className="grid min-h-0 grid-cols-[minmax(0,1fr)_18.75rem_18.75rem] grid-rows-[minmax(0,1fr)_auto] max-lg:grid-cols-[minmax(0,1fr)_16.25rem] max-lg:grid-rows-none max-md:grid-cols-[minmax(0,1fr)]"
      >
        <section aria-label="Source" className="flex min-w-0 flex-col gap-3 bg-sunken p-4 max-md:p-3">
          <Troubles saving={saving} refused={steps.refused} view={view} />
          <SourceView {...tools} canvas={view.sourceCanvas} at={at} acts={acts} />
        </section>
        <Timeline {...tools} at={at} peaks={found.peaks} timeline={timeline} acts={acts} />
        <ClipPreview {...tools} canvas={view.clipCanvas} at={at} />
        <Inspector {...tools} at={at} tab={tab} onTab={setTab} exported={exported} found={found} />
      </main>
      {shortcutSheet.sheet}
    </div>
  );
}

/** Shows problems above the picture, with buttons that solve them. */
function Troubles({
  saving,
  refused,
  view: { fault, player },
}: {
  saving: ReturnType<typeof useAutosave>;
  refused: string | null;
  view: Pick<ReturnType<typeof usePlayer>, 'fault' | 'player'>;
}) {
  return (
    <>
      <SaveTrouble saving={saving} />
      {refused ? (
        <Note tone="warning" alert>
          {refused}
        </Note>
      ) : null}
      {fault ? (
        <ErrorState title="This second can't be shown." onRetry={() => player?.seek(player.time())}>
          {fault} Check your connection, then try again.
        </ErrorState>
      ) : null}
    </>
  );
}

/** Handles keys, except if a field has the focus. */
function useStudioKeys(acts: StudioActs): void {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = actOf(keyFor(event));
      if (!act || event.defaultPrevented) return;
      event.preventDefault();
      latest.current[act]();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

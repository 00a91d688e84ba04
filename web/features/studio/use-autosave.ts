import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type StudioProject, studioRoutes } from '#contract/studio.ts';
import { call } from '#web/api/client.ts';
import { keyOf } from '#web/api/query.ts';
import { Autosave, type SaveState } from './autosave.ts';

/** Maximum number of bytes that a browser sends after its page is closed. */
const LEAVING_MAX_BYTES = 60_000;

const later = (act: () => void, ms: number) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};

const isSmall = (project: StudioProject) =>
  new TextEncoder().encode(JSON.stringify(project)).length < LEAVING_MAX_BYTES;

/** Saves the project after changes and when the page is left. */
export function useAutosave(
  { listingId, clipperId }: { listingId: string; clipperId: string },
  project: StudioProject,
  version: number,
) {
  const cache = useQueryClient();
  const [state, setState] = useState<SaveState>({ kind: 'saved' });
  const [saving] = useState(() => {
    const input = { params: { id: listingId } };
    return new Autosave({
      first: project,
      version,
      save: (of, kept) =>
        call(studioRoutes.saveStudioProject, {
          ...input,
          body: { clipperId, version: of, project: kept },
          // The browser completes a small request even if the page is closed.
          keepalive: isSmall(kept),
        }),
      load: () => call(studioRoutes.showStudioProject, input),
      onState: setState,
      onSaved: (saved) => cache.setQueryData(keyOf(studioRoutes.showStudioProject, input), saved),
      later,
    });
  });
  useEffect(() => saving.change(project), [saving, project]);

  const isLarge = useMemo(() => !isSmall(project), [project]);
  const asks = isLarge && state.kind !== 'saved';
  useEffect(() => {
    const leave = () => void saving.save(true);
    const hide = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    const warn = (event: BeforeUnloadEvent) => {
      leave();
      if (saving.isAtRisk() || asks) event.preventDefault();
    };
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', leave);
    window.addEventListener('beforeunload', warn);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('beforeunload', warn);
    };
  }, [saving, asks]);
  useEffect(() => () => void saving.save(true), [saving]);

  return {
    state,
    retry() {
      void saving.save();
    },
    loadTheirs() {
      saving.giveUp();
      location.reload();
    },
    keepMine() {
      void saving.keepMine();
    },
  };
}

import { ErrorState } from '#web/ui/pages/error-state.tsx';

/** Shown when the session could not be loaded. */
export function NoAnswer({ onRetry }: { onRetry: () => void }) {
  return (
    <main id="main" className="grid min-h-dvh place-items-center p-6">
      <ErrorState title="The page did not load." onRetry={onRetry}>
        The server could not be reached. Check your connection, then try again.
      </ErrorState>
    </main>
  );
}

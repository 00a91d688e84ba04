import { Component, type ReactNode, useEffect } from 'react';
import { Button } from '#web/ui/forms/button.tsx';

interface ErrorBoundaryProps {
  /** A new value, such as another address, renders the children again. */
  resetKey?: string;
  /** Replaces the broken part. If absent, a text tells that the page did not load. */
  instead?: ReactNode;
  /** Calls `act` when the server answers. Returns a function that cancels this. */
  whenBack?: (act: () => void) => () => void;
  children: ReactNode;
}

/** Limits a failure to one part of the page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.props.instead !== undefined) return this.props.instead;
    return <BrokenPage whenBack={this.props.whenBack} />;
  }
}

const load = (): void => window.location.reload();

const LOADED_KEY = 'loaded-again';
/** A page that fails again within this many milliseconds has another fault than its connection. */
const AGAIN_MS = 60_000;

/** Loads the page again without a press, but not twice in a row, because its code may be at fault. */
export function loadByItself(
  kept: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage,
  now = Date.now(),
  act = load,
): void {
  if (now - Number(kept.getItem(LOADED_KEY)) < AGAIN_MS) return;
  kept.setItem(LOADED_KEY, String(now));
  act();
}

/**
 * Shown instead of a broken part, until the server answers and the page is loaded again. It must not use anything that loads later, because the connection may be
 * lost.
 */
function BrokenPage({ whenBack }: { whenBack: ErrorBoundaryProps['whenBack'] }) {
  useEffect(() => whenBack?.(() => loadByItself()), [whenBack]);
  return (
    <div role="alert" className="mx-auto flex max-w-160 flex-col items-start gap-3 p-6">
      <p className="font-bold">This page did not load.</p>
      <p className="text-muted">
        The connection was lost, or a new version came out while the page was open.
      </p>
      <Button onClick={load}>Load it again</Button>
    </div>
  );
}

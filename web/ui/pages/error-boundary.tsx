import { Component, type ReactNode, useEffect } from 'react';
import { Button } from '#web/ui/forms/button.tsx';

interface ErrorBoundaryProps {
  /** A new value, such as another address, renders the children again. */
  resetKey?: string;
  /** Replaces the broken part. If absent, a text tells that the page did not load. */
  instead?: ReactNode;
  /** Calls `act` when the server answers again. Returns a function that cancels this. */
  onReturn?: (act: () => void) => () => void;
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
    return <BrokenPage onReturn={this.props.onReturn} />;
  }
}

const load = (): void => window.location.reload();

/**
 * Shown instead of a broken part. It must not use anything that loads later, because the connection may be
 * lost.
 */
function BrokenPage({ onReturn }: { onReturn: ErrorBoundaryProps['onReturn'] }) {
  useEffect(() => onReturn?.(load), [onReturn]);
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

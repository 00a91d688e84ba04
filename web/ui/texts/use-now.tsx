import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

const NowContext = createContext<Date | null>(null);

/**
 * Provides the server's clock to all descendants, because a demo server may be days ahead of the browser. The
 * clock ticks each minute.
 */
export function NowProvider({ offsetMs, children }: { offsetMs: number; children: ReactNode }) {
  const [tick, setTick] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setTick(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return <NowContext value={new Date(tick + offsetMs)}>{children}</NowContext>;
}

export function useNow(): Date {
  return useContext(NowContext) ?? new Date();
}

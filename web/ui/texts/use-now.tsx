import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

const NowContext = createContext<Date | null>(null);

/** The server's clock for all descendants: a demo server may run days ahead of the browser. Ticks each minute. */
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

import { lazyPart } from '#web/ui/pages/lazy-part.tsx';

/** The plot. Its library is fetched while the figures load. */
export const ChartCanvas = lazyPart(async () => (await import('./chart-canvas.tsx')).ChartCanvas);

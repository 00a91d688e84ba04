import { lazyPart } from '#web/ui/pages/lazy-part.tsx';

/** The drawn part of a chart. Its library is fetched while the figures load. */
export const ChartCanvas = lazyPart(async () => (await import('./chart-canvas.tsx')).ChartCanvas);

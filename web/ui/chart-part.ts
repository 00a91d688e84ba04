import { lazyPart } from './lazy-part.tsx';

/** The plot. Its library is fetched while the figures load. */
export const ChartCanvas = lazyPart(async () => (await import('./chart-canvas.tsx')).ChartCanvas);

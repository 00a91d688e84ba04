import { lazyPart } from './lazy-part.tsx';

/** The plot itself. Its library is fetched while the figures load. */
export const ChartCanvas = lazyPart(async () => (await import('./chart-canvas.tsx')).ChartCanvas);

/** Resolves when the browser is about to paint. */
export const nextPaint = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

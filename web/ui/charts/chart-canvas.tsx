import 'uplot/dist/uPlot.min.css';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { cx } from '#web/ui/cx.ts';
import { afterPaint } from '#web/ui/pages/after-paint.ts';
import { inLight, useDarkMode } from '#web/ui/pages/theme.ts';
import { chartOptions, type Palette, palette, positions } from './chart-options.ts';
import type { ChartSpec } from './chart-spec.ts';

interface Reading {
  at: number;
  left: number;
  top: number;
}

/** Returns the position of the tooltip for point `at`, in pixels within the plot. */
function reading(plot: uPlot, spec: ChartSpec, at: number): Reading {
  const heights = spec.series.map((one) => one.values[at] ?? 0);
  const stacked = spec.kind === 'bar' ? heights.reduce((sum, value) => sum + value, 0) : Math.max(...heights);
  const ratio = devicePixelRatio;
  return {
    at,
    left: plot.bbox.left / ratio + plot.valToPos(positions(spec)[at]!, 'x'),
    top: plot.bbox.top / ratio + plot.valToPos(stacked, 'y'),
  };
}

function sentence(spec: ChartSpec, at: number): string {
  const values = spec.series.flatMap((one) => {
    const value = one.values[at];
    if (value === null || value === undefined) return [];
    return [spec.series.length > 1 ? `${one.name} ${spec.format(value)}` : spec.format(value)];
  });
  return `${spec.formatX(spec.x[at]!)}: ${values.join(', ') || 'no data'}`;
}

/** Calls `begin` before the page is printed and `end` afterwards. Returns a function that ends this. */
function aroundPrint(begin: () => void, end: () => void): () => void {
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
}

/**
 * Keeps a uPlot in `host`. It is created again when the data or the theme changes, and resized with its box.
 * Paper is light, so a dark plot is replaced by a light one while the page is printed.
 */
function usePlot(spec: ChartSpec, onRead: (reading: Reading | null) => void) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const isDrawn = useRef(false);
  const dark = useDarkMode();
  const read = useRef(onRead);
  read.current = onRead;
  useEffect(() => {
    const box = host.current;
    if (!box) return;
    let remove: (() => void) | undefined;
    const draw = (colors: Palette) => {
      const move = (made: uPlot) => {
        const at = made.cursor.idx;
        read.current(
          at === null || at === undefined || (made.cursor.left ?? -1) < 0 ? null : reading(made, spec, at),
        );
      };
      isDrawn.current = true;
      remove?.();
      remove = drawIn(box, chartOptions(spec, box, colors, move), spec, plot);
    };
    const drawInTheme = () => draw(palette(box));
    const drawOnPaper = () => {
      draw(inLight(() => palette(box)));
      // A plot otherwise draws in a microtask, which is too late when a script prints the page.
      plot.current?.batch(() => undefined);
    };
    const endPrint = dark ? aroundPrint(drawOnPaper, drawInTheme) : undefined;
    // The first drawing waits until the page around it is painted. A later drawing replaces the visible one
    // at once.
    const cancel = isDrawn.current ? drawInTheme() : afterPaint(drawInTheme);
    return () => {
      cancel?.();
      endPrint?.();
      remove?.();
    };
  }, [spec, dark]);
  return { host, plot };
}

function drawIn(
  box: HTMLElement,
  options: uPlot.Options,
  spec: ChartSpec,
  plot: { current: uPlot | null },
): () => void {
  const data = [positions(spec), ...spec.series.map((one) => [...one.values])] as uPlot.AlignedData;
  const made = new uPlot(options, data, box);
  plot.current = made;
  // A canvas drawn with the fallback font stays that way, so the chart is drawn again when the font has
  // loaded.
  if (document.fonts.status === 'loading')
    document.fonts.ready.then(() => plot.current === made && made.redraw(false, true));
  const observer = new ResizeObserver(() => {
    const size = { width: box.clientWidth, height: box.clientHeight };
    if (size.width !== made.width || size.height !== made.height) made.setSize(size);
  });
  observer.observe(box);
  return () => {
    observer.disconnect();
    made.destroy();
    plot.current = null;
  };
}

/** A chart is drawn for the screen's width; on paper its picture fits into its panel. */
const onPaper = 'print:[&_:is(.uplot,.u-wrap,canvas)]:size-full! print:[&_canvas]:object-contain';

/** The drawn part of a chart. Pointer, touch and arrow keys select a point, which a live region announces. */
export function ChartCanvas({ label, spec }: { label: string; spec: ChartSpec }) {
  const [now, setNow] = useState<Reading | null>(null);
  const [spoken, setSpoken] = useState('');
  const { host, plot } = usePlot(useStable(spec), setNow);

  const onKeyDown = (event: KeyboardEvent) => {
    const last = spec.x.length - 1;
    const from = now?.at ?? (event.key === 'ArrowLeft' ? last + 1 : -1);
    const targets: Record<string, number> = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last };
    const target = targets[event.key];
    if (target === undefined || !plot.current) return;
    event.preventDefault();
    const at = Math.min(last, Math.max(0, target));
    setNow(reading(plot.current, spec, at));
    setSpoken(sentence(spec, at));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: no element means "a picture that can be read point by point"
    <div
      role="group"
      aria-label={`${label}. Chart, arrow keys read the points.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys below need the focus
      tabIndex={0}
      className="relative h-full w-full rounded-frame"
      onKeyDown={onKeyDown}
      onBlur={() => setNow(null)}
    >
      <div ref={host} className={cx('absolute inset-0', onPaper)} aria-hidden="true" />
      {now ? (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute z-1 -translate-x-1/2 -translate-y-full whitespace-nowrap rounded-frame bg-ink px-1.75 py-0.75 font-medium text-bg text-xs"
          style={{
            left: `clamp(3.5rem, ${now.left}px, calc(100% - 3.5rem))`,
            top: Math.max(24, now.top - 6),
          }}
        >
          {sentence(spec, now.at)}
        </span>
      ) : null}
      <span role="status" className="sr-only">
        {spoken}
      </span>
    </div>
  );
}

/**
 * Returns the same object as long as the content is equal, because parents may create the spec on each
 * render.
 */
function useStable(spec: ChartSpec): ChartSpec {
  const kept = useRef(spec);
  const key = (one: ChartSpec) => JSON.stringify([one.kind, one.x, one.series, one.flags, one.highlightLast]);
  if (key(kept.current) !== key(spec)) kept.current = spec;
  return kept.current;
}

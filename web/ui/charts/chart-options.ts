import uPlot from 'uplot';
import { type ChartSpec, evenly, highest, roundCeiling, timeMarks } from './chart-spec.ts';

/** Reads the colours from the tokens. A plot has them from its beginning, so a change of theme needs a new plot. */
export function palette(element: HTMLElement) {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(`--color-${name}`).trim();
  return {
    line: color('chart-1'),
    second: color('chart-2'),
    bar: color('chart-bar'),
    grid: color('chart-grid'),
    flag: color('chart-flag'),
    area: color('chart-area'),
    hot: color('chart-fill'),
    hotLine: color('signal-line'),
    text: color('muted'),
    font: `12px ${style.getPropertyValue('--font-sans')}`,
  };
}

export type Palette = ReturnType<typeof palette>;

/** Returns positions on the x axis. Bars are at 0, 1, 2; the points of a line keep their real distances. */
export const positions = (spec: ChartSpec): number[] =>
  spec.kind === 'bar' ? spec.x.map((_, at) => at) : [...spec.x];

function seriesOf(spec: ChartSpec, at: number, colors: Palette): uPlot.Series {
  const one = spec.series[at]!;
  if (spec.kind === 'bar') {
    const last = spec.x.length - 1;
    const paint = (usual: string, hot: string) =>
      spec.x.map((_, i) => (spec.highlightLast && i === last ? hot : usual));
    return {
      label: one.name,
      show: one.style !== 'pending',
      width: 1,
      points: { show: false },
      paths: uPlot.paths.bars!({
        size: [0.62, 56],
        disp: {
          fill: { unit: 3, values: () => paint(colors.bar, colors.hot) },
          stroke: { unit: 3, values: () => paint(colors.bar, colors.hotLine) },
        },
      }),
    };
  }
  const points = { show: spec.x.length === 1 };
  if (one.style === 'expected')
    return { label: one.name, width: 1.5, stroke: colors.second, points, dash: [4, 4] };
  if (one.style === 'settled')
    return { label: one.name, width: 0, points: { show: false }, fill: colors.area };
  const isBare = spec.series.some(({ style }) => style === 'settled');
  return {
    label: one.name,
    width: 2,
    stroke: colors.line,
    points,
    ...(isBare ? {} : { fill: colors.area }),
  };
}

/** Draws pending money as an empty, dashed continuation of its bar. */
function drawPending(plot: uPlot, spec: ChartSpec, colors: Palette): void {
  const main = spec.series.find((one) => one.style !== 'pending');
  const pending = spec.series.find((one) => one.style === 'pending');
  if (!pending || spec.kind !== 'bar') return;
  const ratio = devicePixelRatio;
  const width = Math.min(0.62 * (plot.bbox.width / spec.x.length), 56 * ratio);
  plot.ctx.save();
  plot.ctx.strokeStyle = colors.second;
  plot.ctx.lineWidth = ratio;
  plot.ctx.setLineDash([3 * ratio, 3 * ratio]);
  pending.values.forEach((value, at) => {
    if (!value) return;
    const base = main?.values[at] ?? 0;
    const middle = plot.valToPos(at, 'x', true);
    const top = plot.valToPos(base + value, 'y', true);
    plot.ctx.strokeRect(middle - width / 2, top, width, plot.valToPos(base, 'y', true) - top);
  });
  plot.ctx.restore();
}

function drawFlags(plot: uPlot, spec: ChartSpec, colors: Palette): void {
  plot.ctx.save();
  plot.ctx.globalAlpha = 0.14;
  plot.ctx.fillStyle = colors.flag;
  for (const flag of spec.flags ?? []) {
    const left = plot.valToPos(flag.from, 'x', true);
    plot.ctx.fillRect(left, plot.bbox.top, plot.valToPos(flag.to, 'x', true) - left, plot.bbox.height);
  }
  plot.ctx.restore();
}

/**
 * Returns the positions of axis labels. Bars are labelled by index, and a line at round times, even between
 * its points.
 */
function marksOf(spec: ChartSpec, xs: readonly number[], room: number): number[] {
  if (spec.kind === 'bar') return evenly(xs.length, room).map((at) => xs[at]!);
  return timeMarks(xs[0]!, xs.at(-1)!, room);
}

/** Half the width of a label in pixels, so that the last label is not cut off. */
const HALF_LABEL = 24;

/** Leaves out a label that repeats its neighbour, such as the second of two ticks on one day. */
function labelsOf(spec: ChartSpec, marks: readonly number[]): string[] {
  const format = spec.formatXAxis ?? spec.formatX;
  const labels = marks.map((x) => format(spec.kind === 'bar' ? spec.x[x]! : x));
  return labels.map((label, at) => (label === labels[at - 1] ? '' : label));
}

/**
 * Returns the uPlot options of all charts: three to four horizontal rules, no vertical grid, labels in the
 * text font.
 */
export function chartOptions(
  spec: ChartSpec,
  host: HTMLElement,
  colors: Palette,
  onMove: (plot: uPlot) => void,
): uPlot.Options {
  const xs = positions(spec);
  const top = roundCeiling(highest(spec));
  const rules = host.clientHeight > 150 && top % 3 === 0 ? 3 : 2;
  const axis = { stroke: colors.text, font: colors.font, ticks: { show: false }, border: { show: false } };
  return {
    width: host.clientWidth,
    height: host.clientHeight,
    padding: [10, spec.kind === 'line' ? HALF_LABEL : 8, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      x: spec.kind === 'line',
      drag: { x: false, y: false, setScale: false },
      points: { size: 8 },
    },
    scales: {
      x: {
        time: false,
        range: spec.kind === 'bar' ? [-0.5, xs.length - 0.5] : [xs[0]!, xs.at(-1)! + (xs.length > 1 ? 0 : 1)],
      },
      y: { range: [0, top] },
    },
    axes: [
      {
        ...axis,
        size: 30,
        gap: 8,
        grid: { show: false },
        splits: (plot) => marksOf(spec, xs, Math.floor(plot.width / 92)),
        values: (_, splits) => labelsOf(spec, splits),
      },
      {
        ...axis,
        size: (_, values) => 14 + 7 * Math.max(0, ...(values ?? []).map((text) => text.length)),
        grid: { stroke: colors.grid, width: 1 },
        splits: () => Array.from({ length: rules + 1 }, (_, at) => (top / rules) * at),
        values: (_, splits) => splits.map(spec.formatAxis ?? spec.format),
      },
    ],
    series: [{}, ...spec.series.map((_, at) => seriesOf(spec, at, colors))],
    hooks: {
      drawClear: [(plot) => drawFlags(plot, spec, colors)],
      draw: [(plot) => drawPending(plot, spec, colors)],
      setCursor: [onMove],
    },
  };
}

import { seededRandom } from '../random.ts';

/**
 * A tree of splits, each by one figure; leaves have `feature` -1. The children of node i are 2i+1 and 2i+2.
 */
export interface Tree {
  feature: Int8Array;
  threshold: Float64Array;
  value: Float64Array;
}

export interface Setting {
  trees: number;
  depth: number;
  rate: number;
  /** Minimum row weight of a leaf, and the strength of its shrinkage towards 0. */
  leastWeight: number;
  ridge: number;
  seed: number;
}

/**
 * Training data: figures in bins, by column. Each column has the direction in which it may raise suspicion.
 */
export interface Table {
  size: number;
  columns: Uint8Array[];
  edges: Float64Array[];
  directions: Int8Array;
  label: Uint8Array;
  weight: Float64Array;
}

const BINS = 48;

export function toTable(
  rows: readonly Float64Array[],
  directions: readonly number[],
  label: Uint8Array,
  weight: Float64Array,
): Table {
  const edges = directions.map((_, f) => edgesOf(rows, f));
  const columns = edges.map((edge, f) => Uint8Array.from(rows, (row) => binOf(edge, row[f]!)));
  return { size: rows.length, columns, edges, directions: Int8Array.from(directions), label, weight };
}

function edgesOf(rows: readonly Float64Array[], f: number): Float64Array {
  const values = Float64Array.from(rows, (row) => row[f]!).sort();
  const edges: number[] = [];
  for (let b = 1; b < BINS; b++) {
    const at = Math.floor((b * values.length) / BINS);
    const edge = (values[at]! + values[Math.max(0, at - 1)]!) / 2;
    if (edges.length === 0 || edge > edges.at(-1)!) edges.push(edge);
  }
  // Rare values are at both ends, so bins are finer there.
  for (const share of [0.002, 0.005, 0.01, 0.99, 0.995, 0.998])
    edges.push(values[Math.floor(share * values.length)]!);
  return Float64Array.from(new Set(edges)).sort();
}

function binOf(edges: Float64Array, value: number): number {
  let bin = 0;
  while (bin < edges.length && value > edges[bin]!) bin++;
  return bin;
}

/**
 * Gradient boosting of log-odds with shallow trees. Splits are monotone in each figure's direction, and no
 * lower node may undo that, so the sum rises and falls with each figure as expected. Boosting starts at the
 * log-odds `offset`, and depends only on the seed.
 */
export function boost(table: Table, setting: Setting, offset: Float64Array): Tree[] {
  const { size, label, weight } = table;
  const sum = offset.slice();
  const [gradient, curvature] = [new Float64Array(size), new Float64Array(size)];
  const random = seededRandom(setting.seed);
  const trees: Tree[] = [];
  for (let t = 0; t < setting.trees; t++) {
    for (let i = 0; i < size; i++) {
      const odds = 1 / (1 + Math.exp(-sum[i]!));
      const used = random.unit() < 0.7 ? weight[i]! : 0;
      gradient[i] = used * (label[i]! - odds);
      curvature[i] = used * odds * (1 - odds);
    }
    const columns = table.columns.map(() => random.unit() < 0.6);
    trees.push(grow(table, setting, gradient, curvature, columns, sum));
  }
  return trees;
}

function grow(
  table: Table,
  setting: Setting,
  gradient: Float64Array,
  curvature: Float64Array,
  usable: boolean[],
  sum: Float64Array,
): Tree {
  const nodes = 2 ** (setting.depth + 1) - 1;
  const tree: Tree = {
    feature: new Int8Array(nodes).fill(-1),
    threshold: new Float64Array(nodes),
    value: new Float64Array(nodes),
  };
  const place = new Int32Array(table.size);
  const low = new Float64Array(nodes).fill(Number.NEGATIVE_INFINITY);
  const high = new Float64Array(nodes).fill(Number.POSITIVE_INFINITY);
  const splitBin = new Int32Array(nodes);
  for (let depth = 0; depth < setting.depth; depth++) {
    const first = 2 ** depth - 1;
    const count = 2 ** depth;
    const best = bestSplits(table, setting, { gradient, curvature, place, first, count, low, high, usable });
    let any = false;
    for (const [n, split] of best.entries()) {
      const node = first + n;
      if (!split) continue;
      any = true;
      tree.feature[node] = split.feature;
      tree.threshold[node] = table.edges[split.feature]![split.bin]!;
      splitBin[node] = split.bin;
      const [l, r] = [2 * node + 1, 2 * node + 2];
      [tree.value[l], tree.value[r]] = [split.left, split.right];
      const middle = (split.left + split.right) / 2;
      const rises = table.directions[split.feature]! > 0;
      [low[l], high[l]] = [rises ? low[node]! : middle, rises ? middle : high[node]!];
      [low[r], high[r]] = [rises ? middle : low[node]!, rises ? high[node]! : middle];
    }
    if (!any) break;
    for (let i = 0; i < table.size; i++) {
      const node = place[i]!;
      const feature = tree.feature[node]!;
      if (node < first || feature < 0) continue;
      place[i] = 2 * node + (table.columns[feature]![i]! <= splitBin[node]! ? 1 : 2);
    }
  }
  for (let node = 0; node < nodes; node++) tree.value[node]! *= setting.rate;
  for (let i = 0; i < table.size; i++) sum[i]! += tree.value[place[i]!]!;
  return tree;
}

interface Work {
  gradient: Float64Array;
  curvature: Float64Array;
  place: Int32Array;
  first: number;
  count: number;
  low: Float64Array;
  high: Float64Array;
  usable: boolean[];
}

interface Split {
  feature: number;
  bin: number;
  gain: number;
  left: number;
  right: number;
}

function bestSplits(table: Table, setting: Setting, work: Work): (Split | null)[] {
  const { gradient, curvature, place, first, count, low, high } = work;
  const best: (Split | null)[] = Array.from({ length: count }, () => null);
  const stride = 64;
  const [g, h] = [new Float64Array(count * stride), new Float64Array(count * stride)];
  for (const [feature, column] of table.columns.entries()) {
    if (!work.usable[feature]) continue;
    g.fill(0);
    h.fill(0);
    for (let i = 0; i < table.size; i++) {
      const node = place[i]! - first;
      if (node < 0) continue;
      const at = node * stride + column[i]!;
      g[at]! += gradient[i]!;
      h[at]! += curvature[i]!;
    }
    const bins = table.edges[feature]!.length + 1;
    const direction = table.directions[feature]!;
    for (let node = 0; node < count; node++) {
      let [allG, allH, leftG, leftH] = [0, 0, 0, 0];
      for (let b = 0; b < bins; b++) {
        allG += g[node * stride + b]!;
        allH += h[node * stride + b]!;
      }
      const whole = allG ** 2 / (allH + setting.ridge);
      for (let b = 0; b + 1 < bins; b++) {
        leftG += g[node * stride + b]!;
        leftH += h[node * stride + b]!;
        const [rightG, rightH] = [allG - leftG, allH - leftH];
        if (leftH < setting.leastWeight || rightH < setting.leastWeight) continue;
        const clamp = (value: number) => Math.min(high[first + node]!, Math.max(low[first + node]!, value));
        const left = clamp(leftG / (leftH + setting.ridge));
        const right = clamp(rightG / (rightH + setting.ridge));
        if (direction * (right - left) <= 0) continue;
        const gain = leftG ** 2 / (leftH + setting.ridge) + rightG ** 2 / (rightH + setting.ridge) - whole;
        if (gain > (best[node]?.gain ?? 1e-9)) best[node] = { feature, bin: b, gain, left, right };
      }
    }
  }
  return best;
}

/** Returns the trees' contribution to the log-odds of a row. */
export function sumOf(trees: readonly Tree[], row: Float64Array): number {
  let sum = 0;
  for (const { feature, threshold, value } of trees) {
    let node = 0;
    while (feature[node]! >= 0) node = 2 * node + (row[feature[node]!]! <= threshold[node]! ? 1 : 2);
    sum += value[node]!;
  }
  return sum;
}

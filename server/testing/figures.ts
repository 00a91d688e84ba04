import type { Metric } from '#server/infra/metric.ts';

/**
 * Returns the values of a metric by the values of its labels, joined by spaces. A metric without labels has
 * its value under "".
 */
export async function figuresOf(
  metrics: readonly Metric[] | undefined,
  name: string,
): Promise<Record<string, number>> {
  const found = await metrics!.find((metric) => metric.name === name)!.read();
  if (typeof found === 'number') return { '': found };
  return Object.fromEntries(found.map(({ labels, value }) => [Object.values(labels).join(' '), value]));
}

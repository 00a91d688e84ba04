/** The version in package.json. */
export const RELEASE = '0.3.0';

/** The last published release. Every newer migration must let it keep working (docs/decisions/0013). */
export const LAST_RELEASE = '0.3.0';

/** Whether a release is the other one or an older one. */
export function isAtMost(release: string, other: string): boolean {
  const [left, right] = [release, other].map((text) => text.split('.').map(Number)) as [number[], number[]];
  const differs = left.findIndex((part, index) => part !== right[index]);
  return differs === -1 || left[differs]! < right[differs]!;
}

/** The version in package.json. */
export const RELEASE = '0.3.0';

/** The release that was published last: every newer migration leaves it working (docs/decisions/0013). */
export const LAST_RELEASE = '0.3.0';

/** Whether a release is as old as another, or older. */
export function isAtMost(release: string, other: string): boolean {
  const [left, right] = [release, other].map((text) => text.split('.').map(Number)) as [number[], number[]];
  const differs = left.findIndex((part, index) => part !== right[index]);
  return differs === -1 || left[differs]! < right[differs]!;
}

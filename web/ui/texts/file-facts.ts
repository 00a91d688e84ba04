const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Formats a size in powers of 1,000, as file managers do: "8.4 GB". */
export function fileSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size >= 100 || unit === 0 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}

/** Formats a length in milliseconds: "6:11:40" or "0:37". */
export function runningTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

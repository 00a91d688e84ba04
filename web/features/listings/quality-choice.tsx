import { Segmented } from '#web/ui/segmented.tsx';
import type { Quality } from './source-quality.ts';

/** Which form of the source plays. */
export function QualityChoice({ quality, choose }: { quality: Quality; choose: (quality: Quality) => void }) {
  return (
    <Segmented
      label="Quality"
      value={quality}
      options={[
        { value: 'original', label: 'Original' },
        { value: 'light', label: 'Light' },
      ]}
      onChange={choose}
    />
  );
}

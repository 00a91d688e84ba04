import { Segmented } from '#web/ui/forms/segmented.tsx';
import type { Quality } from './source-quality.ts';

/** Chooses between the original and the light copy of a source. */
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

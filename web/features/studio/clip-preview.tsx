import { type RefObject, useState } from 'react';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { clipLength } from './cuts.ts';
import { checkProject } from './listing-checks.ts';
import { type SafeArea, safeAreas } from './safe-areas.ts';
import { takenOf, takenText } from './taken.ts';
import { clipTime } from './timecode.ts';
import type { StudioTools } from './tools.ts';

const follows = { fill: 'Keys', stack: 'Stacked', fit: 'Whole picture' } as const;
const percent = (share: number) => `${share * 100}%`;
const platformOptions = Object.entries(safeAreas).map(([value, { name }]) => ({
  value: value as SafeArea,
  label: name,
}));

/** Shows a preview of the clip, with the areas that the apps cover. */
export function ClipPreview({
  canvas,
  listing,
  project,
  taken,
}: StudioTools & { canvas: RefObject<HTMLCanvasElement | null>; at: number }) {
  const [platform, setPlatform] = useState<SafeArea>('tiktok');
  const { top, right, bottom, left } = safeAreas[platform];
  const checks = checkProject(listing.rules, project);
  const passed = checks.filter(({ passes }) => passes).length;
  const { layout, keys } = project.frame;
  return (
    <section
      aria-label="Clip"
      className="flex min-h-0 flex-col items-center gap-3 border-line border-l bg-surface p-4 max-md:flex-row max-md:items-start max-md:border-t max-md:border-l-0 md:col-start-2 md:row-start-1"
    >
      <div className="relative aspect-9/16 max-h-full min-h-0 w-auto flex-1 overflow-hidden rounded-frame border border-line bg-black max-lg:h-105 max-lg:flex-none max-md:h-52">
        <canvas ref={canvas} width={540} height={960} className="block size-full" />
        <span
          className="pointer-events-none absolute border border-white/45 border-dashed"
          style={{ top: percent(top), right: percent(right), bottom: percent(bottom), left: percent(left) }}
        />
      </div>
      <div className="flex w-full min-w-0 flex-col gap-3">
        <Segmented label="Safe area of" value={platform} options={platformOptions} onChange={setPlatform} />
        <dl className="flex flex-col gap-2 text-sm [&>div]:flex [&>div]:justify-between [&_dt]:text-muted">
          <div>
            <dt>Length</dt>
            <dd className="mono font-semibold">{clipTime(clipLength(project.cuts))}</dd>
          </div>
          <div>
            <dt>Crop</dt>
            <dd className="font-semibold">
              {layout === 'fill' && keys.length < 2 ? 'Static' : follows[layout]}
            </dd>
          </div>
          {taken.length > 0 ? (
            <div>
              <dt>Taken already</dt>
              <dd className="font-semibold">{takenText(takenOf(project.cuts, taken))}</dd>
            </div>
          ) : null}
          <div>
            <dt>Listing rules</dt>
            <dd>
              <Badge tone={passed === checks.length ? 'green' : 'yellow'}>
                {passed} of {checks.length}
              </Badge>
            </dd>
          </div>
        </dl>
      </div>
    </section>
  );
}

import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { type Crop, cropSquare, dragged, wholeCrop, ZOOM_MAX } from './crop.ts';
import type { LoadedPhoto } from './load-photo.ts';

interface CropDialogProps {
  photo: LoadedPhoto;
  saving: boolean;
  onSave: (crop: Crop) => void;
  onCancel: () => void;
}

/** Crops a photo to a square. The person drags the photo or uses three sliders. */
export function CropDialog({ photo, saving, onSave, onCancel }: CropDialogProps) {
  const [crop, setCrop] = useState(wholeCrop);
  const change = (part: Partial<Crop>) => setCrop((before) => ({ ...before, ...part }));
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !saving) onCancel();
      }}
      title="Crop your photo"
      description="Drag the photo, or use the sliders."
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" busy={saving && 'Saving...'} onClick={() => onSave(crop)}>
            Save photo
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <CropFrame photo={photo} crop={crop} onCrop={setCrop} />
        <Slider label="Zoom" min={1} max={ZOOM_MAX} value={crop.zoom} onChange={(zoom) => change({ zoom })} />
        <Slider label="Left to right" min={0} max={1} value={crop.x} onChange={(x) => change({ x })} />
        <Slider label="Top to bottom" min={0} max={1} value={crop.y} onChange={(y) => change({ y })} />
      </div>
    </Dialog>
  );
}

interface FrameProps {
  photo: LoadedPhoto;
  crop: Crop;
  onCrop: (crop: Crop) => void;
}

function CropFrame({ photo, crop, onCrop }: FrameProps) {
  const last = useRef<{ x: number; y: number } | null>(null);
  const { left, top, side } = cropSquare(photo, crop);
  const percent = (pixels: number) => `${(pixels / side) * 100}%`;
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!last.current) return;
    const by = { x: event.clientX - last.current.x, y: event.clientY - last.current.y };
    last.current = { x: event.clientX, y: event.clientY };
    onCrop(dragged(photo, crop, by, event.currentTarget.clientWidth));
  };
  return (
    <div
      className="relative mx-auto size-64 max-w-full cursor-grab touch-none overflow-hidden rounded-panel bg-well active:cursor-grabbing"
      onPointerDown={(event) => {
        last.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        last.current = null;
      }}
    >
      <img
        src={photo.url}
        alt="What the square will show"
        draggable={false}
        className="absolute max-w-none select-none"
        style={{
          width: percent(photo.width),
          height: percent(photo.height),
          left: percent(-left),
          top: percent(-top),
        }}
      />
    </div>
  );
}

interface SliderProps {
  label: ReactNode;
  min: number;
  max: number;
  value: number;
  onChange: (value: number) => void;
}

function Slider({ label, min, max, value, onChange }: SliderProps) {
  return (
    <label className="grid grid-cols-[7rem_1fr] items-center gap-3 text-sm">
      <span className="font-semibold">{label}</span>
      <input
        type="range"
        min={min}
        max={max}
        step={(max - min) / 50}
        value={value}
        className="w-full accent-ink"
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </label>
  );
}

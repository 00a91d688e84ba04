export interface Size {
  width: number;
  height: number;
}

/**
 * A square of the picture. With `zoom` 1 it is the largest possible square. x and y are its position, from 0
 * (left, top) to 1 (right, bottom).
 */
export interface Crop {
  zoom: number;
  x: number;
  y: number;
}

export const ZOOM_MAX = 4;
export const wholeCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** Returns the square in pixels of the picture. */
export function cropSquare({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom;
  return { left: (width - side) * x, top: (height - side) * y, side };
}

const clampShare = (value: number): number => Math.min(1, Math.max(0, value));

/**
 * Returns the crop after the photo is dragged by this many pixels, in a frame that is `frame` pixels wide.
 */
export function dragged(size: Size, crop: Crop, by: { x: number; y: number }, frame: number): Crop {
  const { side } = cropSquare(size, crop);
  const move = (at: number, pixels: number, room: number) =>
    room > 0 ? clampShare(at - (pixels * side) / frame / room) : at;
  return { ...crop, x: move(crop.x, by.x, size.width - side), y: move(crop.y, by.y, size.height - side) };
}

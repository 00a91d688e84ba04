import type { VideoSample } from 'mediabunny';
import type { Picture } from './compose.ts';

/** Turns frames into pictures. Each picture is only valid until the next one is made. */
export interface FramePictures {
  of(sample: VideoSample): Promise<Picture>;
}

/**
 * Names of the software renderers of Chromium, Linux and Windows, which draw if there is no graphics card.
 */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Whether a graphics card draws canvases. */
export function hasGraphicsCard(): boolean {
  const context = new OffscreenCanvas(1, 1).getContext('webgl');
  const facts = context?.getExtension('WEBGL_debug_renderer_info');
  if (!context || !facts) return context !== null;
  const name = String(context.getParameter(facts.UNMASKED_RENDERER_WEBGL));
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return !SOFTWARE.test(name);
}

const drawnBySample = (sample: VideoSample): Picture => ({
  width: sample.displayWidth,
  height: sample.displayHeight,
  draw: (to, from, into) =>
    sample.draw(to, from.x, from.y, from.width, from.height, into.x, into.y, into.width, into.height),
});

/**
 * Returns the fastest way to draw frames. Without a graphics card Chromium keeps an image of each drawn
 * frame, up to half a gigabyte, and takes twice the time, so the pixels are copied into one canvas instead.
 */
export const framePictures = (byCard = hasGraphicsCard()): FramePictures =>
  byCard ? { of: async (sample) => drawnBySample(sample) } : copiedFrames();

function copiedFrames(): FramePictures {
  let image = new ImageData(1, 1);
  let canvas = new OffscreenCanvas(1, 1);
  /**
   * False after a failed copy. Frames of some formats, such as those with ten bits per colour, can be drawn
   * but not copied.
   */
  let isCopied = true;
  const copy = async (frame: VideoFrame): Promise<void> => {
    const { width, height } = frame.visibleRect!;
    if (image.width !== width || image.height !== height) {
      image = new ImageData(width, height);
      canvas = new OffscreenCanvas(width, height);
    }
    const options: VideoFrameCopyToOptions & { format: 'RGBA' } = { format: 'RGBA' };
    await frame.copyTo(image.data, options);
    canvas.getContext('2d', { alpha: false })!.putImageData(image, 0, 0);
  };
  return {
    async of(sample) {
      // Rotated pictures can only be drawn by the sample itself.
      if (!isCopied || sample.rotation !== 0) return drawnBySample(sample);
      const frame = sample.toVideoFrame();
      try {
        await copy(frame);
      } catch {
        isCopied = false;
        return drawnBySample(sample);
      } finally {
        frame.close();
      }
      const { displayWidth, displayHeight } = sample;
      const [across, down] = [canvas.width / displayWidth, canvas.height / displayHeight];
      return {
        width: displayWidth,
        height: displayHeight,
        draw: (to, from, into) => {
          const [x, y, width, height] = [
            from.x * across,
            from.y * down,
            from.width * across,
            from.height * down,
          ];
          to.drawImage(canvas, x, y, width, height, into.x, into.y, into.width, into.height);
        },
      };
    },
  };
}

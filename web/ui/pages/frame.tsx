import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

export interface FrameProps {
  src?: string | null | undefined;
  /** Text for screen readers; empty if adjacent text says the same. */
  alt?: string;
  /** True for 16:9 instead of 9:16. */
  wide?: boolean;
  /** True if the frame fills its parent, which has a size. */
  fill?: boolean;
  /** The part of a wider picture to show, such as "52%"; the middle by default. */
  focusX?: string;
  /** Must set the width, such as `w-9` in tables and `w-13.5` in queues. */
  className?: string;
  /** Called when the picture fails to load. */
  onError?: () => void;
  children?: ReactNode;
}

/**
 * Shows a 9:16 picture on a ground that is dark in both themes. Only the ground is visible until the picture
 * loads.
 */
export function Frame({
  src,
  alt = '',
  wide,
  fill,
  focusX,
  className = 'w-9',
  onError,
  children,
}: FrameProps) {
  return (
    <span
      className={cx(
        'block shrink-0 overflow-hidden bg-black text-white',
        fill
          ? 'absolute inset-0'
          : cx('relative rounded-frame', wide ? 'aspect-video' : 'aspect-9/16', className),
        "after:pointer-events-none after:absolute after:inset-0 after:rounded-[inherit] after:shadow-[inset_0_0_0_1px_rgb(255_255_255/0.12)] after:content-['']",
      )}
    >
      {src ? (
        <img
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          onError={onError}
          className="size-full object-cover"
          style={focusX ? { objectPosition: `${focusX} 50%` } : undefined}
        />
      ) : null}
      {children}
    </span>
  );
}

/** A short label on a picture, such as a duration or a count. */
export function FrameTag({ children }: { children: ReactNode }) {
  return (
    <span className="absolute right-2 bottom-2 z-1 rounded-[3px] bg-[rgb(8_8_10/0.84)] px-1.5 py-0.75 font-mono text-2xs leading-[1.3]">
      {children}
    </span>
  );
}

import { useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { smallOf } from '#web/ui/video/small-picture.ts';

const sizes = {
  sm: 'size-6 rounded-[5px] text-[0.625rem]',
  md: 'size-8 rounded-control text-xs',
  lg: 'size-11 rounded-[8px] text-base',
  xl: 'size-24 rounded-panel text-xl',
};

/** Shows a person's picture, or the first two letters of the username in upper case. */
export function Avatar({
  username,
  src,
  size = 'md',
}: {
  username: string;
  src?: string | null | undefined;
  size?: keyof typeof sizes;
}) {
  // The address of a picture that failed to load. The letters are shown instead, until the address changes.
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span
      className={cx(
        'grid shrink-0 place-items-center overflow-hidden bg-well-3 font-bold text-well-ink',
        sizes[size],
      )}
    >
      {src && src !== failed ? (
        <img
          src={size === 'xl' ? src : smallOf(src)}
          alt=""
          className="size-full object-cover"
          onError={() => setFailed(src)}
        />
      ) : (
        <span aria-hidden="true">{username.replace(/^@/, '').slice(0, 2).toUpperCase()}</span>
      )}
    </span>
  );
}

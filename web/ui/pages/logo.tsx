/**
 * The logo's mark: three frames and a cut. It resembles a ‰, and is drawn because our fonts lack that
 * character.
 */
export function Mark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <rect width="24" height="24" rx="5" fill="#C8F04B" />
      <g fill="#12160A">
        <rect x="4" y="4.2" width="4.1" height="7.2" rx="1" />
        <rect x="10.4" y="12.6" width="4.1" height="7.2" rx="1" />
        <rect x="16" y="12.6" width="4.1" height="7.2" rx="1" />
        <path d="M15.6 4.2h2.5L8.6 19.8H6.1z" />
      </g>
    </svg>
  );
}

/** The mark with the name. The caller must wrap both in a link. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 font-[760] font-display font-stretch-76% text-[1.25rem] leading-none tracking-[-0.01em]">
      <Mark className="size-6 shrink-0" />
      Permille
    </span>
  );
}

export function BetaBadge() {
  return (
    <span className="rounded-[3px] border border-current px-1.25 py-0.75 font-semibold text-[0.625rem] text-muted leading-none tracking-[0.06em]">
      BETA
    </span>
  );
}

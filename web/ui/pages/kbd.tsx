/** Shows a key of the keyboard, beside a text about what the key does. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-frame border border-[color-mix(in_srgb,currentColor_35%,transparent)] px-1.25 font-medium font-mono text-2xs leading-none">
      {children}
    </kbd>
  );
}

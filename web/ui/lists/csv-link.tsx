import { Download } from 'lucide-react';
import { cx } from '#web/ui/cx.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';

/** A link that downloads all pages of a table as CSV. */
export function CsvLink({ href, what }: { href: string; what: string }) {
  return (
    <a
      href={href}
      download
      aria-label={`Export ${what} as CSV`}
      className={cx(buttonStyle({ size: 'sm' }), 'print:hidden')}
    >
      <Download aria-hidden />
      CSV
    </a>
  );
}

import { Download } from 'lucide-react';
import { buttonStyle } from '#web/ui/forms/button.tsx';

/** A link that downloads all pages of a table as CSV. */
export function CsvLink({ href, what }: { href: string; what: string }) {
  return (
    <a href={href} download aria-label={`Export ${what} as CSV`} className={buttonStyle({ size: 'sm' })}>
      <Download aria-hidden />
      CSV
    </a>
  );
}

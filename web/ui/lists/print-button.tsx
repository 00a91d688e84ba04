import { Printer } from 'lucide-react';
import { Button } from '#web/ui/forms/button.tsx';

/** Opens the browser's print dialog, which also saves the page as PDF. The page has a layout for printing. */
export function PrintButton() {
  return (
    <Button size="sm" onClick={() => window.print()}>
      <Printer aria-hidden />
      Print or PDF
    </Button>
  );
}

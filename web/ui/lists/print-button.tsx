import { Printer } from 'lucide-react';
import { Button } from '#web/ui/forms/button.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { useNow } from '#web/ui/texts/use-now.tsx';

/** Says on paper when the page was printed. A screen needs no moment, because it shows the present figures. */
export function PrintedAt() {
  return (
    <span className="hidden print:inline">
      Printed <MomentText at={useNow()} full />.
    </span>
  );
}

/** Opens the browser's print dialog, which also saves the page as PDF. The page has a layout for printing. */
export function PrintButton() {
  return (
    <Button size="sm" onClick={() => window.print()}>
      <Printer aria-hidden />
      Print or PDF
    </Button>
  );
}

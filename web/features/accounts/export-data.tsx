import { Download } from 'lucide-react';
import { routes } from '#contract/routes.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';

/** A button that downloads all stored data about the person as one file. */
export function ExportData() {
  return (
    <Panel title="Your data">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <p className="min-w-0 max-w-120 flex-1 basis-60 text-muted">
          One JSON file with all that is kept about you, from your account and clips to your money and
          messages. It holds no password and no secret.
        </p>
        <a href={routes.exportData.path} download="permille-data.json" className={buttonStyle()}>
          <Download aria-hidden />
          Export my data
        </a>
      </div>
    </Panel>
  );
}

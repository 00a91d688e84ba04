import { useState } from 'react';
import { Tabs } from '#web/ui/pages/tabs.tsx';
import { CaptionsTab } from './captions-tab.tsx';
import { ExportTab } from './export-tab.tsx';
import type { SoundState } from './find-sound.tsx';
import { FindTab, type SearchedTranscript } from './find-tab.tsx';
import type { Found } from './found.ts';
import type { StudioTools } from './tools.ts';
import type { StudioExport } from './use-export.ts';
import { WindowTab } from './window-tab.tsx';

export type InspectorTab = 'find' | 'captions' | 'window' | 'export';

interface Props extends StudioTools {
  at: number;
  tab: InspectorTab;
  onTab(tab: InspectorTab): void;
  exported: StudioExport;
  found: Found;
}

/** Tabs with fields for the captions, the window, finding moments, and the export. */
export function Inspector({ tab, onTab, exported, found, ...tools }: Props) {
  // Only the chosen tab is mounted, so the input of the other tabs is kept here.
  const newCaption = useState('');
  const transcript = useState<SearchedTranscript>({ cues: [], words: '' });
  const sound = useState<SoundState>('idle');
  return (
    <section
      aria-label="Settings"
      className="min-h-0 min-w-0 overflow-y-auto lg:col-start-3 lg:row-start-1 border-line border-l bg-surface px-4 pt-1 pb-4 max-lg:col-span-full max-lg:border-t max-lg:border-l-0"
    >
      <Tabs
        label="Settings of the clip"
        value={tab}
        onChange={onTab}
        tabs={[
          {
            value: 'captions',
            label: 'Captions',
            content: <CaptionsTab {...tools} newCaption={newCaption} />,
          },
          { value: 'window', label: 'Crop', content: <WindowTab {...tools} /> },
          {
            value: 'find',
            label: 'Find',
            content: <FindTab {...tools} {...found} transcript={transcript} sound={sound} />,
          },
          { value: 'export', label: 'Export', content: <ExportTab {...tools} exported={exported} /> },
        ]}
      />
    </section>
  );
}

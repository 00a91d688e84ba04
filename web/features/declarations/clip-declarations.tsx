import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import type { Clip } from '#contract/clips/clips.ts';
import { type Declaration, declarationTexts } from '#contract/declarations.ts';
import { DECLARATIONS_ID } from '#web/nouns/answer-id.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { DeclareDialog } from './declare-dialog.tsx';

/** Shows what host and clipper declared about a clip's views, and a button to declare more. */
export function ClipDeclarations({ clip }: { clip: Clip }) {
  const [declaring, setDeclaring] = useState(false);
  const { declarations, viewer } = clip;
  const mayDeclare = clip.may.includes('declare');
  if (declarations.length === 0 && !mayDeclare) return null;
  return (
    <Panel
      title={<span id={DECLARATIONS_ID}>Declared shares</span>}
      action={
        mayDeclare ? (
          <Button size="sm" onClick={() => setDeclaring(true)}>
            <Megaphone aria-hidden />
            {viewer === 'host' ? 'I shared this clip' : 'Declare a share'}
          </Button>
        ) : null
      }
    >
      {declarations.length > 0 ? (
        <DeclarationList declarations={declarations} />
      ) : (
        <p className="text-muted text-sm">
          Nobody declared a share. If someone with an audience sends people here, views can jump as bought
          ones do. A declared share explains the jump if likes, comments or watch time fit it.
        </p>
      )}
      {declaring ? <DeclareDialog clip={clip} onClose={() => setDeclaring(false)} /> : null}
    </Panel>
  );
}

/** The declarations as a part of the receipt, which is also printed. */
export const ReceiptDeclarations = ({ declarations }: Pick<Clip, 'declarations'>) =>
  declarations.length === 0 ? null : (
    <Panel title="Declared shares">
      <DeclarationList declarations={declarations} />
    </Panel>
  );

/** Lists declarations with their links, which are shown as plain text because anybody can write them. */
function DeclarationList({ declarations }: { declarations: readonly Declaration[] }) {
  return (
    <ul aria-label="Declarations" className="flex flex-col gap-3 text-sm">
      {declarations.map(({ id, kind, at, link, by, declaredAt }) => (
        <li key={id} className="flex min-w-0 flex-col gap-0.5">
          <span>
            <strong>{declarationTexts[kind].label}</strong>
            {kind === 'comments_closed' ? ' since ' : ', '}
            <MomentText at={at} full />
          </span>
          {link ? (
            <a
              href={link}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="link inline-block min-h-6 wrap-anywhere print:no-underline"
            >
              {link}
            </a>
          ) : null}
          <span className="text-muted text-xs">
            Declared by the {by} <MomentText at={declaredAt} full />
          </span>
        </li>
      ))}
    </ul>
  );
}

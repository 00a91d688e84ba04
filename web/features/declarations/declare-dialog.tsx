import { useState } from 'react';
import type { Clip } from '#contract/clips/clips.ts';
import {
  type DeclarationKind,
  declarationKinds,
  declarationLink,
  declarationTexts,
  shareKinds,
} from '#contract/declarations.ts';
import { declarationErrors } from '#contract/errors/declarations.ts';
import { DECLARATION_AHEAD_MINUTES, DECLARATION_LINK_MAX, DECLARATIONS_PER_CLIP } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { useNow } from '#web/ui/texts/use-now.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { fromField, toField, zoneName } from './local-moment.ts';

type Wrong = Partial<Record<'at' | 'link', string>>;

const isKind = (value: string): value is DeclarationKind => declarationKinds.some((kind) => kind === value);

/** Compares the time with the post and the clock, as the server does. */
function timeWrong(moment: Date | null, postedAt: Date, now: Date): Wrong {
  if (!moment) return { at: 'Time: enter a date and a time.' };
  const latest = now.getTime() + DECLARATION_AHEAD_MINUTES * 60_000;
  return moment < postedAt || moment.getTime() > latest
    ? { at: declarationErrors.declaration_time.detail }
    : {};
}

function linkWrong(link: string): Wrong {
  if (link.trim() === '') return { link: 'Link: enter where the share can be seen.' };
  const message = declarationLink.safeParse(link).error?.issues[0]?.message;
  return message ? { link: message } : {};
}

/** Asks for a declaration. The server checks it again, and its refusals are shown at the field they name. */
export function DeclareDialog({ clip, onClose }: { clip: Clip; onClose: () => void }) {
  const now = useNow();
  const [kind, setKind] = useState<DeclarationKind>('raid');
  const [at, setAt] = useState(() => toField(now));
  const [link, setLink] = useState('');
  const [wrong, setWrong] = useState<Wrong>({});
  const isShare = kind !== 'comments_closed';
  const kinds = clip.viewer === 'host' ? shareKinds : declarationKinds;
  const declare = useAction(routes.addDeclaration, {
    success: () => {
      toast.success('Declared', 'Host, clipper and reviewers see it on this page.');
      onClose();
    },
    error: ({ problem, title, message }) => {
      const refused = problem.fields?.[0];
      if (refused?.field === 'at' || refused?.field === 'link')
        setWrong({ [refused.field]: refused.message });
      else toast.error(title, message);
    },
  });
  const submit = () => {
    const moment = fromField(at);
    const missing: Wrong = {
      ...timeWrong(moment, clip.postedAt, now),
      ...(isShare ? linkWrong(link) : {}),
    };
    setWrong(missing);
    if (!moment || Object.keys(missing).length > 0) return;
    const body = isShare ? { kind, at: moment, link: link.trim() } : { kind, at: moment, link: null };
    declare.mutate({ params: { id: clip.submissionId }, body });
  };
  return (
    <FormDialog
      title={clip.viewer === 'host' ? 'I shared this clip' : 'Declare a share'}
      description={`The other side and reviewers see what you declare, and it can't be changed. It weighs most within 12 hours of the share. You can declare ${DECLARATIONS_PER_CLIP} times about a clip.`}
      submitText="Declare"
      busy={declare.isPending && 'Declaring...'}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="What happened">
        <Select
          value={kind}
          options={kinds.map((value) => ({ value, label: declarationTexts[value].label }))}
          onChange={({ target }) => isKind(target.value) && setKind(target.value)}
        />
      </Field>
      <TimeField
        label={isShare ? 'Time of the share' : 'Closed since'}
        earliest={clip.postedAt}
        value={at}
        error={wrong.at}
        onChange={(next) => {
          setAt(next);
          setWrong(({ at: _at, ...others }) => others);
        }}
      />
      {isShare ? (
        <LinkField
          value={link}
          error={wrong.link}
          onChange={(next) => {
            setLink(next);
            setWrong(({ link: _link, ...others }) => others);
          }}
        />
      ) : null}
    </FormDialog>
  );
}

interface PartProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

const TimeField = ({
  label,
  earliest,
  value,
  error,
  onChange,
}: PartProps & { label: string; earliest: Date }) => (
  <Field label={label} hint={`In your time zone, ${zoneName()}.`} error={error}>
    <TextInput
      type="datetime-local"
      value={value}
      min={toField(earliest)}
      onChange={({ target }) => onChange(target.value)}
    />
  </Field>
);

const LinkField = ({ value, error, onChange }: PartProps) => (
  <Field label="Link" hint="Where the share can be seen, such as the stream or the post." error={error}>
    <TextInput
      type="url"
      inputMode="url"
      autoComplete="off"
      maxLength={DECLARATION_LINK_MAX}
      placeholder="https://"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </Field>
);

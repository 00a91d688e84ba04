import { Link as LinkIcon } from 'lucide-react';
import { useRef } from 'react';
import { POST_TEXT_MAX } from '#contract/limits.ts';
import { parsePostUrl } from '#contract/platforms/post-url.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { WhichOne } from '#web/ui/forms/which-one.tsx';
import { linkError } from './clip-draft.ts';
import { linkIn, pastedText } from './pasted-link.ts';

interface LinkFieldProps {
  url: string;
  error: string | undefined;
  recognised: string | null;
  onChange: (url: string) => void;
}

/**
 * A field for the link to a post, or for a text that contains the link. If the text links to several posts,
 * asks which one is meant.
 */
export function LinkField({ url, error, recognised, onChange }: LinkFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const parsed = parsePostUrl(url);
  const several = !parsed.ok && parsed.reason === 'several_posts' ? parsed.candidates : [];
  return (
    <div data-field="url">
      <Field
        label="Clip URL"
        error={error ?? typedError(url)}
        hint={
          several.length > 0
            ? null
            : (recognised ?? "The link to your post, as the platform's Share button copies it.")
        }
      >
        <TextInput
          ref={input}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={POST_TEXT_MAX}
          lead={<LinkIcon />}
          placeholder="https://www.tiktok.com/@you/video/..."
          value={url}
          onChange={(event) => onChange(event.target.value)}
          onPaste={(event) => {
            const link = linkIn(pastedText(event.clipboardData));
            if (link === null) return;
            event.preventDefault();
            onChange(link);
          }}
        />
      </Field>
      {several.length > 0 ? (
        <WhichOne
          question="Which post is your clip?"
          answers={several.map((one) => ({ value: one.url, label: one.url.replace(/^https:\/\//, '') }))}
          onChoose={(chosen) => {
            onChange(chosen);
            input.current?.focus();
          }}
        />
      ) : null}
    </div>
  );
}

/** Returns the error of a link while it is being typed. Only its format is checked. */
const typedError = (url: string): string | undefined =>
  (url.trim().length < 8 ? null : linkError(url)) ?? undefined;

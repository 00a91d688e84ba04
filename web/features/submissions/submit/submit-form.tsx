import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react';
import { paidViewsText } from '#contract/clips/counted-views.ts';
import { errorCatalogue } from '#contract/errors.ts';
import { formatRate, formatUsd } from '#contract/money.ts';
import { formats, type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { parseViews } from '#web/nouns/view-count.ts';
import { ViewsField } from '#web/nouns/views-field.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { ScreenshotInput } from '../screenshot-input.tsx';
import { type SendClipFile, useSendClipFile } from '../send-clip-file.ts';
import { useSendAttestation } from '../use-send-attestation.ts';
import { ChosenFile } from './chosen-file.tsx';
import {
  type ClipDraft,
  type ClipErrors,
  type ClipField,
  type ClipFilled,
  fieldOfRefusal,
  missingIn,
} from './clip-draft.ts';
import { ClipFile } from './clip-file.tsx';
import { LinkField } from './link-field.tsx';
import { ListingPicker } from './listing-picker.tsx';
import { usePastedLink } from './pasted-link.ts';
import { useClipChoice } from './use-clip-choice.ts';
import type { FindStudioClip } from './use-studio-clip.ts';

export interface SubmitFormProps {
  filled: ClipFilled;
  /** Describes the platform and account of the link; null without a link. */
  recognised: string | null;
  /** The source from which the listing was recognised; null if the person chose the listing. */
  recognisedBy: 'platform' | 'caption' | null;
  /** Why no listing could be recognised from the caption; null if the caption was read. */
  notRecognised: string | null;
  /** True if the platform confirmed that the link leads to a post. */
  isPost: boolean;
  /** True if the clip is only counted from screenshots, so that it earns nothing until one is confirmed. */
  isAttested: boolean;
  /** True if the platform reported the number of views, so that it was not typed. */
  viewsFromPlatform: boolean;
  /** Rendered between the fields and the submit button. */
  checks: ReactNode;
  onChange: (part: Partial<ClipDraft>) => void;
  onSubmitted: () => void;
  sendFile: SendClipFile;
  findStudioClip: FindStudioClip;
  /** Called if the server refused the clip. The input stays. */
  onRefused: () => void;
}

function useSubmit({ filled, isPost, onSubmitted, onRefused, sendFile }: SubmitFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<ClipErrors>({});
  const [screenshot, setScreenshot] = useState<File | null>(null);
  const clipFile = useClipChoice(filled, isPost);
  const attestation = useSendAttestation();
  const sendingFile = useSendClipFile(sendFile);
  const point = (found: ClipErrors) => {
    setErrors(found);
    const [first] = Object.keys(found) as ClipField[];
    if (first)
      form.current?.querySelector<HTMLElement>(`[data-field="${first}"] :is(input, select)`)?.focus();
  };
  const submit = useAction(routes.submitClip, {
    success: ({ id }) => {
      if (screenshot) attestation.mutate({ submissionId: id, file: screenshot });
      if (clipFile.chosen && clipFile.isSent) sendingFile.mutate({ submissionId: id, file: clipFile.chosen });
      toast.success(
        'Clip Submitted!',
        "Your clip has been submitted for review. You'll be notified once it's approved.",
      );
      onSubmitted();
    },
    error: (error) => {
      toast.error(error.title, error.message, { id: 'submit' });
      const field = fieldOfRefusal(error.code);
      if (field) point({ [field]: error.message });
      onRefused();
    },
  });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (submit.isPending) return;
    const found = missingIn(filled);
    point(found);
    const { listing, platform, url } = filled;
    const reportedViews = parseViews(filled.views);
    if (!listing || !platform || reportedViews === null || Object.keys(found).length > 0) {
      const { title, detail } = errorCatalogue.missing_information;
      toast.error(title, detail, { id: 'submit' });
      return;
    }
    submit.mutate({ body: { listingId: listing.id, url: url.trim(), platform, reportedViews } });
  };
  const clear = (field: ClipField) => setErrors(({ [field]: _, ...rest }) => rest);
  return {
    form,
    errors,
    clear,
    onSubmit,
    pending: submit.isPending,
    screenshot,
    setScreenshot,
    clipFile,
  };
}

export function SubmitForm(props: SubmitFormProps) {
  const { filled, recognised, viewsFromPlatform, onChange, checks } = props;
  const { form, errors, clear, onSubmit, pending, screenshot, setScreenshot, clipFile } = useSubmit(props);
  const id = useId();
  const change = (field: ClipField, part: Partial<ClipDraft>) => {
    clear(field);
    onChange(part);
  };
  const changeLink = (url: string) => change('url', { url, platform: null });
  usePastedLink((url) => {
    changeLink(url);
    form.current?.querySelector<HTMLElement>('[data-field="url"] input')?.focus();
  });
  return (
    <Panel title="Your clip">
      <form id={id} ref={form} noValidate onSubmit={onSubmit} className="flex flex-col gap-4.5">
        <LinkField url={filled.url} error={errors.url} recognised={recognised} onChange={changeLink} />
        <div data-field="listing">
          <Field label="Select Listing" error={errors.listing} hint={listingHint(props)}>
            <ListingPicker
              value={filled.listing}
              platform={filled.platform}
              onChange={(listing) => change('listing', { listing })}
            />
          </Field>
        </div>
        <div className="grid grid-cols-2 gap-4.5 max-sm:grid-cols-1">
          <div data-field="platform">
            <Field label="Platform" error={errors.platform} hint="Filled in from your link.">
              <Select
                value={filled.platform ?? ''}
                placeholder="Choose a platform"
                options={postPlatforms.map((value) => ({ value, label: formats[value] }))}
                onChange={(event) =>
                  change('platform', { platform: (event.target.value || null) as PostPlatform | null })
                }
              />
            </Field>
          </div>
          <div data-field="views">
            <ViewsField
              label="Reported Views"
              value={filled.views}
              error={errors.views}
              hint={
                viewsFromPlatform
                  ? 'The count of the platform right now.'
                  : 'The number that the platform shows now.'
              }
              onChange={(views) => change('views', { views })}
            />
          </div>
        </div>
        <ClipFile choice={clipFile} listing={filled.listing} findStudioClip={props.findStudioClip} />
        <Screenshot isAttested={props.isAttested} chosen={screenshot} onChoose={setScreenshot} />
      </form>
      {/* This is outside the form element, because the part that connects an account contains a form. */}
      <div className="mt-4.5 flex flex-col gap-4.5">
        {checks}
        <Button type="submit" form={id} variant="primary" size="lg" busy={pending && 'Submitting...'}>
          Submit Clip
        </Button>
      </div>
    </Panel>
  );
}

interface ScreenshotProps extends Pick<SubmitFormProps, 'isAttested'> {
  chosen: File | null;
  onChoose: (file: File | null) => void;
}

function Screenshot({ isAttested, chosen, onChoose }: ScreenshotProps) {
  return (
    <div className="flex flex-col gap-2">
      <span className="font-medium text-sm">
        Screenshot of your view count{isAttested ? '' : ' (optional)'}
      </span>
      {isAttested ? (
        <span className="text-muted text-sm">
          You can also send it later, on the clip's page. Until two reviewers have confirmed one, the clip
          earns nothing.
        </span>
      ) : null}
      <ScreenshotInput onChoose={onChoose}>
        {chosen ? 'Choose another screenshot' : 'Choose a screenshot'}
      </ScreenshotInput>
      {chosen ? <ChosenFile file={chosen} onRemove={() => onChoose(null)} /> : null}
    </div>
  );
}

const recognisedTexts = {
  platform: 'The only listing that takes this platform now.',
  caption: 'Chosen by the hashtags in your caption. You can choose another.',
};

function listingHint({ filled: { listing }, recognisedBy, notRecognised }: SubmitFormProps): string {
  if (!listing) return notRecognised ?? 'Only listings that take clips right now are shown.';
  const terms = `${formatRate(listing.rateCentsPerMille)} per 1,000 ${paidViewsText(listing)} · ${formatUsd(listing.freeMicros)} free budget`;
  return recognisedBy ? `${terms} · ${recognisedTexts[recognisedBy]}` : terms;
}

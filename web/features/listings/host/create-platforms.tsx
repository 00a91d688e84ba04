import { formats, postPlatforms } from '#contract/platforms/platforms.ts';
import { PlatformIcon } from '#web/nouns/platform-icon.tsx';
import { FieldError } from '#web/ui/forms/field.tsx';
import { CardGroup, ChoiceCard } from '#web/ui/forms/radio-cards.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import type { FormParts } from './form-parts.ts';

/** Chooses the platforms on which clips may be posted. */
export function CreatePlatforms({ form, draft, errorOf }: FormParts) {
  const error = errorOf('platforms');
  return (
    <div className="@container flex flex-col gap-3.5">
      <h2 className="font-bold text-md leading-[1.3]">Platforms</h2>
      <CardGroup label="Platforms" className="@xl:grid-cols-3">
        {postPlatforms.map((platform) => (
          <ChoiceCard
            key={platform}
            type="checkbox"
            value={platform}
            title={
              <>
                <PlatformIcon platform={platform} />
                {formats[platform]}
              </>
            }
            {...form.register('platforms')}
          />
        ))}
      </CardGroup>
      {error ? <FieldError>{error}</FieldError> : null}
      {draft.countedViews === 'engaged' ? (
        <Note title="Pays for engaged views.">
          YouTube counts each start of a Short as a view; people who swipe away at once are not engaged.
          Clippers need an account that releases its analytics. You can pay for every verified view under More
          rules.
        </Note>
      ) : null}
    </div>
  );
}

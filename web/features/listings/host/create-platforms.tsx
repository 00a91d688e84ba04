import { formats, postPlatforms } from '#contract/platforms/platforms.ts';
import { PlatformIcon } from '#web/nouns/platform-icon.tsx';
import { FieldError } from '#web/ui/forms/field.tsx';
import { CardGroup, ChoiceCard } from '#web/ui/forms/radio-cards.tsx';
import type { FormParts } from './form-parts.ts';

/** Chooses the platforms on which clips may be posted. */
export function CreatePlatforms({ form, errorOf }: FormParts) {
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
    </div>
  );
}

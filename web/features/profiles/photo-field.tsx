import { useId, useState } from 'react';
import { Button } from '#web/ui/forms/button.tsx';
import { FieldError } from '#web/ui/forms/field.tsx';
import { FileButton } from '#web/ui/forms/file-button.tsx';
import { Avatar } from '#web/ui/pages/avatar.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { CropDialog } from './crop-dialog.tsx';
import { isRefused, type LoadedPhoto, loadPhoto } from './load-photo.ts';
import { useRemovePhoto, useSavePhoto } from './use-photo.ts';

/** The photo, with a button to change it. */
export function PhotoField({ username, avatarUrl }: { username: string | null; avatarUrl: string | null }) {
  const id = useId();
  const [photo, setPhoto] = useState<LoadedPhoto | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const close = () => {
    photo?.release();
    setPhoto(null);
  };
  const save = useSavePhoto(close);
  const remove = useRemovePhoto();
  const choose = async (file: File) => {
    const loaded = await loadPhoto(file);
    setRefusal(isRefused(loaded) ? loaded.detail : undefined);
    if (isRefused(loaded)) toast.error(loaded.title, loaded.detail, { id: 'photo' });
    else setPhoto(loaded);
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar username={username ?? 'me'} src={avatarUrl} size="xl" />
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        <span className="flex flex-wrap gap-2">
          <FileButton
            aria-describedby={id}
            accept="image/jpeg,image/png"
            onFile={(file) => void choose(file)}
          >
            Change Photo
          </FileButton>
          {avatarUrl ? (
            <Button
              variant="quiet"
              busy={remove.isPending && 'Removing...'}
              onClick={() => remove.mutate({})}
            >
              Remove photo
            </Button>
          ) : null}
        </span>
        <span id={id} className="text-muted text-xs">
          JPG, PNG up to 2MB
        </span>
        {refusal ? <FieldError>{refusal}</FieldError> : null}
      </div>
      {photo ? (
        <CropDialog
          photo={photo}
          saving={save.isPending}
          onSave={(crop) => save.mutate({ photo, crop })}
          onCancel={close}
        />
      ) : null}
    </div>
  );
}

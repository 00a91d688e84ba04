import { useMutation, useQueryClient } from '@tanstack/react-query';
import { photoReply } from '#contract/profiles.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { ApiError, sendFile } from '#web/api/client.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import type { Crop } from './crop.ts';
import { cutPhoto, type LoadedPhoto } from './load-photo.ts';

const say = (error: Error) =>
  error instanceof ApiError
    ? toast.error(error.title, error.message, { id: 'photo' })
    : toast.error('Photo not saved', 'The browser could not cut the photo. Choose another.', { id: 'photo' });

/** Uploads the cropped photo, then refetches all data that shows the person. */
export function useSavePhoto(onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ photo, crop }: { photo: LoadedPhoto; crop: Crop }) =>
      sendFile('/api/profiles/me/photo', await cutPhoto(photo, crop), photoReply),
    onSuccess: async () => {
      toast.success('Photo saved', 'Everyone sees it from now on.', { id: 'photo' });
      onSaved();
      await client.invalidateQueries();
    },
    onError: say,
  });
}

export const useRemovePhoto = () =>
  useAction(routes.removePhoto, {
    success: () => toast.success('Photo removed', 'Your initials take its place.', { id: 'photo' }),
    error: say,
  });

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/api/client.ts';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Starts to upload a clip's video. */
export type SendClipFile = (submissionId: string, file: File) => Promise<void>;

export function useSendClipFile(send: SendClipFile) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ submissionId, file }: { submissionId: string; file: File }) => send(submissionId, file),
    onSuccess: () => client.invalidateQueries(),
    onError: (error) =>
      error instanceof ApiError
        ? toast.error(error.title, error.message, { id: 'clip-file' })
        : toast.error('File not sent', "Send it again on the clip's page.", { id: 'clip-file' }),
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { attestationReply } from '#contract/attestations.ts';
import { ApiError, sendFile } from '#web/api/client.ts';
import { toast } from '#web/ui/toasts/toast.tsx';

interface SentAttestation {
  submissionId: string;
  file: File;
  /** The count on the screenshot, if it differs from the clip's reported count. */
  views?: number;
}

/** Returns a call that sends a screenshot of a clip, then refetches the clip. */
export function useSendAttestation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ submissionId, file, views }: SentAttestation) => {
      const shows = views === undefined ? '' : `?views=${views}`;
      return sendFile(
        `/api/submissions/${encodeURIComponent(submissionId)}/attestation${shows}`,
        file,
        attestationReply,
      );
    },
    onSuccess: async () => {
      toast.success('Screenshot sent', 'It is read within a minute or two.', { id: 'attestation' });
      await client.invalidateQueries();
    },
    onError: (error) =>
      error instanceof ApiError
        ? toast.error(error.title, error.message, { id: 'attestation' })
        : toast.error('Screenshot not sent', "Choose it again on the clip's page.", { id: 'attestation' }),
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { proofReply } from '#contract/proofs.ts';
import { ApiError, sendFile } from '#web/api/client.ts';
import { toast } from '#web/ui/toast.tsx';

/** Sends a screenshot with a clip; what shows the clip is read anew. */
export function useSendProof() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ submissionId, file }: { submissionId: string; file: File }) =>
      sendFile(`/api/submissions/${encodeURIComponent(submissionId)}/proof`, file, proofReply),
    onSuccess: async () => {
      toast.success('Screenshot sent', 'It is read within a minute or two.', { id: 'proof' });
      await client.invalidateQueries();
    },
    onError: (error) =>
      error instanceof ApiError
        ? toast.error(error.title, error.message, { id: 'proof' })
        : toast.error('Screenshot not sent', 'Choose it again in My Submissions.', { id: 'proof' }),
  });
}

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { Imported, StatementRail } from '#contract/external-statements/external-statements.ts';
import type { StatementMapping, StatementPreview } from '#contract/external-statements/statement-preview.ts';
import { statementText } from '#contract/ledger/statement-text.ts';
import { STATEMENT_MAX_BYTES } from '#contract/limits.ts';
import { useAction } from '#web/api/action.ts';
import { type ApiError, asApiError, call } from '#web/api/client.ts';

interface Answers {
  mapping?: StatementMapping;
  layoutId?: string;
}

interface Read {
  name: string;
  text: string;
  answers: Answers;
}

interface Fault {
  title: string;
  message: string;
}

interface ReadingSteps {
  start(): void;
  show(preview: StatementPreview, read: Read): void;
  fail(error: ApiError): void;
}

/** The file is read one time after another, so that the result of the newest answers is shown last. */
const useReading = (rail: StatementRail, { start, show, fail }: ReadingSteps) =>
  useMutation({
    scope: { id: 'statement-preview' },
    mutationFn: ({ text, answers }: Read) =>
      call(adminRoutes.previewStatement, { body: { rail, text, ...answers } }),
    onMutate: start,
    onSuccess: show,
    onError: (error) => fail(asApiError(error)),
  });

/**
 * Imports a file. The file is read again whenever the admin answers a question, and is then imported exactly
 * as shown.
 */
export function useImport(rail: StatementRail, onImported: (reply: Imported) => void) {
  const [shown, setShown] = useState<{ read: Read; preview: StatementPreview } | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  /** True if the admin has changed answers since the shown preview was made. */
  const [isChanged, setChanged] = useState(false);
  const [bank, setBank] = useState('');
  /** Increases with each new file and each removed layout, to reset the fields. */
  const [turn, setTurn] = useState(0);
  const onError = ({ title, message }: ApiError) => setFault({ title, message });
  const reading = useReading(rail, {
    // An answer that is changed while the file is being read is not in the next preview.
    start() {
      setFault(null);
      setChanged(false);
    },
    show(preview, read) {
      setShown({ read, preview });
      if (preview.layout) setBank(preview.layout.bank);
    },
    fail(error) {
      setChanged(true);
      onError(error);
    },
  });
  const importing = useAction(adminRoutes.importStatement, { success: onImported, error: onError });
  const forgetting = useAction(adminRoutes.forgetLayout, {
    success: () => {
      begin();
      readAgain({});
    },
    error: onError,
  });
  const begin = () => {
    setTurn((before) => before + 1);
    setChanged(false);
    setBank('');
  };
  const readAgain = (answers: Answers) => shown && reading.mutate({ ...shown.read, answers });
  return {
    shown,
    fault,
    isChanged,
    setChanged,
    bank,
    setBank,
    turn,
    reading: reading.isPending ? (reading.variables?.name ?? '') : null,
    importing: importing.isPending,
    forgetting: forgetting.isPending,
    async choose(file: File) {
      if (file.size > STATEMENT_MAX_BYTES)
        return setFault({ title: 'File not read.', message: 'It is larger than 8 MB. Split it by days.' });
      const text = statementText(new Uint8Array(await file.arrayBuffer()));
      if (text.trim() === '') return setFault({ title: 'File not read.', message: `${file.name} is empty.` });
      setShown(null);
      begin();
      return reading.mutate({ name: file.name.slice(0, 200), text, answers: {} });
    },
    readAgain,
    forget: (id: string) => forgetting.mutate({ params: { id } }),
    save() {
      if (!shown?.preview.understood || isChanged || reading.isPending || importing.isPending) return;
      setFault(null);
      const { name: fileName, text, answers } = shown.read;
      const { digest } = shown.preview.understood;
      const remembered = answers.mapping && bank.trim() !== '' ? { bank: bank.trim() } : {};
      importing.mutate({ body: { rail, fileName, text, ...answers, digest, ...remembered } });
    },
  };
}

export type StatementImport = ReturnType<typeof useImport>;

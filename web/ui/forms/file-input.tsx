interface FileInputProps {
  id: string;
  accept: string;
  disabled?: boolean;
  onChoose: (file: File | undefined) => Promise<void>;
}

/** An input for one file. After `onChoose` it is empty again, so that the same file can be chosen once more. */
export const FileInput = ({ id, accept, disabled, onChoose }: FileInputProps) => (
  <input
    id={id}
    type="file"
    disabled={disabled}
    accept={accept}
    className="w-full text-muted text-sm file:mr-3 file:rounded-control file:border file:border-button-line file:bg-transparent file:px-3 file:py-1.5 file:font-semibold file:text-ink"
    onChange={({ target }) => {
      const file = target.files?.[0];
      void onChoose(file).finally(() => {
        target.value = '';
      });
    }}
  />
);

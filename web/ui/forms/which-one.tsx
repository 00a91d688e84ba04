import { Button } from './button.tsx';

export interface WhichOneProps<T> {
  question: string;
  answers: { value: T; label: string }[];
  onChoose: (value: T) => void;
}

/** Asks about an ambiguous input, with a button for each possible meaning. */
export function WhichOne<T>({ question, answers, onChoose }: WhichOneProps<T>) {
  return (
    <fieldset className="mt-2 flex min-w-0 flex-col items-start gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{question}</legend>
      {answers.map(({ value, label }) => (
        <Button
          key={label}
          size="sm"
          className="h-auto! max-w-full whitespace-normal! py-1.5 text-left wrap-anywhere"
          onClick={() => onChoose(value)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { toast } from './toast.tsx';

/** Copies `text`; with a `label` the button shows it, else it is an icon named "Copy". */
export function CopyButton({ text, label, name = 'Copy' }: { text: string; label?: string; name?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.error('Not copied', 'The browser refused the clipboard. Select the text and copy it by hand.');
    }
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button
      size="sm"
      variant={label ? 'secondary' : 'quiet'}
      square={!label}
      aria-label={label ? undefined : name}
      onClick={copy}
    >
      <Icon aria-hidden />
      {label}
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </Button>
  );
}

import { useEffect, useState } from 'react';

/** Shows for how long a decision can be undone: "Takes effect in 8 s". */
export function Countdown({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [seconds]);
  // The countdown is announced once, not each second.
  return (
    <>
      <span className="sr-only">Takes effect in {seconds} seconds.</span>
      <span aria-hidden="true">Takes effect in {left} s</span>
    </>
  );
}

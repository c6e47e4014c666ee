import { useEffect, useState } from 'react';

const pauseMillis = 300;

/** A text once nobody has changed it for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMillis);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

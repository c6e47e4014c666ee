import { useEffect, useState } from 'react';

/** A value once it has stood still, so that not every key typed is a call. */
export function useSettled<T>(value: T, millis = 250): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), millis);
    return () => clearTimeout(timer);
  }, [value, millis]);
  return settled;
}

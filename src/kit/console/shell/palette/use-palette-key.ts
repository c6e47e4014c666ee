import { useEffect, useEffectEvent } from 'react';

/** Calls back on Ctrl+K (Command+K on a Mac). */
export function usePaletteKey(onKey: () => void): void {
  const pressed = useEffectEvent(onKey);
  useEffect(() => {
    const watch = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      pressed();
    };
    window.addEventListener('keydown', watch);
    return () => window.removeEventListener('keydown', watch);
  }, []);
}

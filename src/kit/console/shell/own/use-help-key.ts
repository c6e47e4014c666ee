import { useEffect } from 'react';
import { showProfile } from './profile-dialog.ts';

const typing = 'input, textarea, select, [contenteditable=true]';

/** Opens the help on "?", where nobody is typing. */
export function useHelpKey(): void {
  useEffect(() => {
    const watch = (event: KeyboardEvent): void => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(typing)) return;
      event.preventDefault();
      showProfile('help');
    };
    window.addEventListener('keydown', watch);
    return () => window.removeEventListener('keydown', watch);
  }, []);
}

import { start } from '../boot/enter.ts';
import { setMode } from '../boot/mode.ts';
import { forgetPreferences } from '../page/preference.ts';
import { rereadStore } from '../store/store.ts';
import { queryClient } from './query-client.ts';
import { turnAway } from '../routes/turned-away.ts';

declare global {
  interface Window {
    /** Opens the console again at an address, as a reload does, without the program being fetched and compiled again. */
    reopenConsole?: (address: string) => Promise<void>;
  }
}

/**
 * Lets a browser that a program drives open an address as if it had been typed: the frame is taken down, everything that was read or open is
 * forgotten, session and grants are read again. `leave` ends what the frame that stands now holds (its router). Nothing in other browsers.
 */
export function offerReopening(leave: () => void): () => void {
  if (!navigator.webdriver) return () => undefined;
  window.reopenConsole = async (address) => {
    leave();
    setMode({ screen: 'starting', frameOf: undefined });
    await new Promise((resolve) => setTimeout(resolve));
    queryClient.clear();
    forgetPreferences();
    rereadStore();
    turnAway(undefined);
    window.history.pushState(null, '', address);
    await start();
    // Tab begins at the top again.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  };
  return () => delete window.reopenConsole;
}

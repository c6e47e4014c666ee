import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const state = createStore<{ open: boolean }>(() => ({ open: false }));

/** Whether the search of the console is on screen. */
export const usePaletteOpen = (): boolean => useStore(state, ({ open }) => open);

/** Opens the search of the console from wherever it is asked for, or closes it. */
export const showPalette = (open: boolean): void => state.setState({ open });

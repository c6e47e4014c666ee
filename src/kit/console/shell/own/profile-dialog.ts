import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** Which dialog of the profile is open. */
export type ProfileDialog = 'account' | 'sessions' | 'password' | 'factors' | 'help';

const open = createStore<{ dialog: ProfileDialog | undefined }>(() => ({ dialog: undefined }));

/** The open dialog of the profile. */
export const useProfileDialog = (): ProfileDialog | undefined => useStore(open, ({ dialog }) => dialog);

/** Opens a dialog of the profile from wherever it is asked for, or closes it. */
export const showProfile = (dialog: ProfileDialog | undefined): void => open.setState({ dialog });

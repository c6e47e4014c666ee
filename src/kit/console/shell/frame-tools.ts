import { createContext, type ReactNode } from 'react';
import type { PeopleSearch } from '../routes/page-route.ts';

/** What the application puts into the header besides the frame's own tools: the tray of jobs. */
export const FrameTools = createContext<ReactNode>(null);
/** Searches of people and other things that modules offer to the palette. */
export const PeopleSearches = createContext<readonly PeopleSearch[]>([]);

import type { ReactElement } from 'react';
import { Portrait } from './person-name.tsx';

/** The small portrait of somebody who can be chosen. */
export const portraitOf = (person: { id: string; name: string; avatar: string | null }): ReactElement => (
  <Portrait person={person} size={24} />
);

import { en_US as entities } from './entities/en_US.ts';
import { en_US as objects } from './objects/en_US.ts';
import { en_US as codes } from './codes/en_US.ts';
import { en_US as pages } from './pages/en_US.ts';
import { en_US as editor } from './editor/en_US.ts';
import { en_US as running } from './running/en_US.ts';

/** Texts of access systems, connections and interfaces. */
export const en_US = { ...entities, ...objects, ...codes, ...pages, ...editor, ...running };

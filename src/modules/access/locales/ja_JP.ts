import { ja_JP as entities } from './entities/ja_JP.ts';
import { ja_JP as objects } from './objects/ja_JP.ts';
import { ja_JP as codes } from './codes/ja_JP.ts';
import { ja_JP as pages } from './pages/ja_JP.ts';
import { ja_JP as editor } from './editor/ja_JP.ts';
import { ja_JP as running } from './running/ja_JP.ts';

/** Texts of access systems, connections and interfaces. */
export const ja_JP = { ...entities, ...objects, ...codes, ...pages, ...editor, ...running };

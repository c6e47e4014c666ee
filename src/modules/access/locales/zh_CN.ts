import { zh_CN as entities } from './entities/zh_CN.ts';
import { zh_CN as objects } from './objects/zh_CN.ts';
import { zh_CN as codes } from './codes/zh_CN.ts';
import { zh_CN as pages } from './pages/zh_CN.ts';
import { zh_CN as editor } from './editor/zh_CN.ts';
import { zh_CN as running } from './running/zh_CN.ts';

/** Texts of access systems, connections and interfaces. */
export const zh_CN = { ...entities, ...objects, ...codes, ...pages, ...editor, ...running };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    access: typeof zh_CN;
  }
}

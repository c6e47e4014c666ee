import type { Language } from '#kit/common/language.ts';
import { nameOfCode, pageTable } from '../../routes/page-table.ts';

/** Something new that can be begun from anywhere: what it is called, and where its form opens. */
export interface NewThing {
  readonly code: string;
  readonly name: string;
  readonly page: string;
  readonly to: string;
}

/** The pages on which something new may be begun, named as their button is. */
export function newThings(can: (code: string) => boolean, language: Language): NewThing[] {
  return pageTable().flatMap(({ adds, code, path }) => {
    const button = `${code}:add`;
    if (adds === undefined || !can(button)) return [];
    return [{ code: button, name: nameOfCode(button, language) ?? button, page: nameOfCode(code, language) ?? code, to: path + adds }];
  });
}

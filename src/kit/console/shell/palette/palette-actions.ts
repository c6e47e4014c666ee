import { pick, type Language } from '#kit/common/language.ts';
import { nameOfCode, pageTable, quickActions } from '../../routes/page-table.ts';

/** Something new that can be begun from anywhere: what it is called, and where its form opens. */
export interface NewEntry {
  readonly code: string;
  readonly name: string;
  readonly page: string;
  readonly to: string;
}

/** The pages on which something new may be begun, named as they say, else as their button is, and what the home page offers beside. */
export function newEntries(can: (code: string) => boolean, language: Language): NewEntry[] {
  const begun = pagesBegun(can, language);
  const quick = quickActions()
    .filter(({ code, to }) => can(code) && !begun.some((one) => one.to === to))
    .map(({ code, to, title }) => ({ code, name: pick(title, language), page: nameOfCode(code.split(':')[0] ?? '', language) ?? '', to }));
  return [...begun, ...quick];
}

function pagesBegun(can: (code: string) => boolean, language: Language): NewEntry[] {
  return pageTable().flatMap(({ adds, addsTitle, code, path }) => {
    const button = `${code}:add`;
    if (adds === undefined || !can(button)) return [];
    const name = addsTitle ? pick(addsTitle, language) : (nameOfCode(button, language) ?? button);
    return [{ code: button, name, page: nameOfCode(code, language) ?? code, to: path + adds }];
  });
}

import type { Entry } from 'ldapts';
import type { WaitingEntry } from '#platform/ldap/search-page.ts';
import type { PagePrints } from '../connector.ts';
import { textOf } from './attributes.ts';
import type { ManagerIds } from './managers.ts';
import { markAttributes, usualTime, type Mark } from './marks.ts';
import { PagePrinter, printText } from './prints.ts';

const [changedAt] = markAttributes.ldap;

/** An entry with one attribute, as if it had been read. */
const entryWith = (name: string, value: string): Entry => ({ dn: '', [name]: value });

/**
 * Knows people by the page they come in: where a directory sends the same bytes as before, and the managers named in them have the ids that
 * they had, nobody of the page has to be looked at. Nothing else goes into a record but the departments, which go into the print.
 */
export class KnownByPage {
  readonly #printer: PagePrinter;
  readonly #mark: Mark;
  #print: string | undefined;

  constructor(key: string, places: string, mark: Mark) {
    this.#printer = new PagePrinter(key, places);
    this.#mark = mark;
  }

  /** How many people a page holds, all of whom are known; undefined where they have to be looked at one by one. */
  async take(known: PagePrints, page: readonly WaitingEntry[], find: ManagerIds | undefined): Promise<number | undefined> {
    this.#print = this.#printer.of(page);
    const found = this.#print === undefined ? undefined : known.find(this.#print);
    if (!found || this.#print === undefined || (!find && found.managers.length > 0)) return undefined;
    const named = found.managers.map(([name]) => entryWith('manager', name));
    const idOf = await find?.(named);
    if (found.managers.some(([, id], at) => (idOf?.(named[at]!) ?? null) !== id)) return undefined;
    const taken = known.take(this.#print);
    if (taken !== undefined && found.latest !== '') this.#mark.note(entryWith(changedAt, found.latest));
    return taken;
  }

  /** Keeps the page that was not known as one, of which everybody was. */
  keep(
    known: PagePrints,
    entries: readonly Entry[],
    { prints, managerOf }: { prints: readonly string[]; managerOf: ManagerOf | undefined },
  ): void {
    if (this.#print === undefined) return;
    const managers = new Map<string, string | null>();
    let latest = '';
    for (const entry of entries) {
      const time = textOf(entry, changedAt) ?? '';
      // Which of two times is the later one is told by the text only where both have the usual form.
      if (time !== '' && !usualTime.test(time)) return;
      if (time > latest) latest = time;
      const name = managerOf && textOf(entry, 'manager');
      if (name !== undefined) managers.set(name, managerOf?.(entry) ?? null);
    }
    known.keep(this.#print, prints.map(printText), { managers: [...managers], latest });
  }
}

type ManagerOf = Awaited<ReturnType<ManagerIds>>;

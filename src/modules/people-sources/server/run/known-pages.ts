import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { KnownPage, PagePrints } from '../connector/connector.ts';
import type { KnownDigests } from './known-digests.ts';
import '../source.table.ts';

interface Page extends KnownPage {
  /** Prints of the records, one behind the other, as they are stored. */
  records: string;
}

/** Pages of the last readings of which everybody was known, by their prints: who comes in one of them is known without being looked at. */
export class KnownPages implements PagePrints {
  readonly #sourceId: string;
  readonly #digests: KnownDigests;
  readonly #pages: ReadonlyMap<string, Page>;
  readonly #seen = new Set<string>();
  readonly #kept = new Map<string, Page>();

  private constructor(sourceId: string, digests: KnownDigests, pages: ReadonlyMap<string, Page>) {
    this.#sourceId = sourceId;
    this.#digests = digests;
    this.#pages = pages;
  }

  static async of(db: Db, sourceId: string, digests: Promise<KnownDigests>): Promise<KnownPages> {
    const [pages, known] = await Promise.all([
      db.selectFrom('source_page').select(['print', 'records', 'managers', 'latest']).where('source_id', '=', sourceId).execute(),
      digests,
    ]);
    return new KnownPages(sourceId, known, new Map(pages.map(({ print, ...page }) => [print, page])));
  }

  find(print: string): KnownPage | undefined {
    return this.#pages.get(print);
  }

  take(print: string): number | undefined {
    const page = this.#pages.get(print);
    const taken = page && this.#digests.takePrints(page.records);
    if (taken !== undefined) this.#seen.add(print);
    return taken;
  }

  keep(print: string, records: readonly string[], page: KnownPage): void {
    this.#seen.add(print);
    if (!this.#pages.has(print)) this.#kept.set(print, { ...page, records: records.join('') });
  }

  /** After a reading of everything: keeps the pages that are new and drops those that did not come. */
  async settle(db: Db): Promise<void> {
    const gone = [...this.#pages.keys()].filter((print) => !this.#seen.has(print));
    if (gone.length > 0)
      await sql`delete from source_page where source_id = ${this.#sourceId}::uuid and print = any(${gone}::text[])`.execute(db);
    const rows = [...this.#kept].map(([print, page]) => ({ print, ...page }));
    this.#kept.clear();
    if (rows.length === 0) return;
    await sql`insert into source_page (source_id, print, records, managers, latest)
      select ${this.#sourceId}::uuid, print, records, managers, latest
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(print text, records text, managers jsonb, latest text)
      on conflict (source_id, print) do nothing`.execute(db);
  }
}

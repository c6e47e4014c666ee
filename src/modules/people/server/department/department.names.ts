import { sql } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import { nameIn } from '../employee/employee.view.ts';

/** Names of departments for work that meets the same ones again and again, such as a file of everybody: each is read once. */
export class DepartmentNames {
  readonly #names = new Map<string, string>();
  readonly #db: Db;
  readonly #language: Language;

  constructor(db: Db, language: Language) {
    this.#db = db;
    this.#language = language;
  }

  /** Reads those of the departments on these paths that are not known yet. */
  async learn(paths: readonly string[]): Promise<void> {
    const missing = [...new Set(paths.flatMap((path) => path.split('.')))].filter((no) => !this.#names.has(no));
    if (missing.length === 0) return;
    const { rows } = await sql<{ no: string; name: string }>`select d.no::text as no, ${nameIn(this.#language)} as name from department d
      where d.no = any(${missing}::bigint[])`.execute(this.#db);
    for (const { no, name } of rows) this.#names.set(no, name);
  }

  /** The names from the top down to the department at this path, which was learnt. */
  fullName(path: string, separator = '/'): string {
    return path
      .split('.')
      .map((no) => this.#names.get(no) ?? '')
      .join(separator);
  }
}

import type { Db } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { digestOfPicture, keepPicture } from '#modules/people/server/for-sources/public.ts';
import { drawPicture } from '#modules/people/server/public.ts';
import type { RawRecord, RawValue } from '../connector/connector.ts';
import type { Mapper } from '../mapping/map-record.ts';

/** A picture within a text, as interfaces send them. */
const inText = /^data:image\/[a-z+.-]{1,20};base64,/;
const mostText = 2 * 1024 * 1024;

/** Pictures that a mapping takes: drawn once each, of those whose record is new or changed, and kept by the digest that the record then holds. */
export class SourcePictures {
  readonly #db: Db;
  readonly #attribute: string | undefined;
  /** Digests that were drawn, and those that are no pictures. */
  readonly #drawn = new Map<string, boolean>();

  constructor(db: Db, mapper: Mapper) {
    const from = mapper.rows('employee').get('avatar')?.from;
    this.#db = db;
    this.#attribute = from?.kind === 'attribute' ? from.name.toLowerCase() : undefined;
  }

  /** The record with the picture as bytes, where it came as a text. */
  found(record: RawRecord): RawRecord {
    const name = this.#nameIn(record);
    const value = name === undefined ? undefined : firstOf(record.values[name]);
    if (typeof value !== 'string' || value.length > mostText || !inText.test(value)) return record;
    return { ...record, values: { ...record.values, [name!]: Buffer.from(value.slice(value.indexOf(',') + 1), 'base64') } };
  }

  /** What is kept of the record: without the picture where it is none. */
  async keep(record: RawRecord, raw: Fields): Promise<Fields> {
    const name = this.#nameIn(record);
    const bytes = name === undefined ? undefined : firstOf(record.values[name]);
    if (!Buffer.isBuffer(bytes)) return raw;
    return (await this.#draw(bytes)) ? raw : { ...raw, [name!]: null };
  }

  async #draw(bytes: Buffer): Promise<boolean> {
    const digest = digestOfPicture(bytes);
    const known = this.#drawn.get(digest) ?? (await this.#isKept(digest));
    if (known !== undefined) return known;
    const picture = await drawPicture(bytes, 'avatar').catch(() => undefined);
    if (picture) await keepPicture(this.#db, picture);
    // Pictures that many have are few: somebody without one has the same as everybody else.
    if (this.#drawn.size < 10_000) this.#drawn.set(digest, picture !== undefined);
    return picture !== undefined;
  }

  async #isKept(digest: string): Promise<true | undefined> {
    const found = await this.#db
      .updateTable('picture')
      .set({ kept_at: clock.now() })
      .where('digest', '=', digest)
      .returning('digest')
      .execute();
    return found.length > 0 ? true : undefined;
  }

  #nameIn({ of, values }: RawRecord): string | undefined {
    if (of !== 'employee' || this.#attribute === undefined) return undefined;
    return Object.keys(values).find((name) => name.toLowerCase() === this.#attribute);
  }
}

const firstOf = (value: RawValue | undefined): RawValue | undefined => (Array.isArray(value) ? (value as readonly RawValue[])[0] : value);

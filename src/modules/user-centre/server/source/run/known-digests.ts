import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';

/** Characters of a stored digest that are compared: 96 bits. */
const kept = 16;
const bytes = 12;
const pageSize = 20_000;

/**
 * Digests of everybody whom a source is tied to and who is there: who comes with the same one did not change and is neither staged nor
 * compared. Twelve bytes each beside the room of the table: a million take less than fifty megabytes.
 */
export class KnownDigests {
  #words = new Uint32Array(3 * 1024);
  /** 0: free, 1: known, 2: read. */
  #states = new Uint8Array(1024);
  #size = 0;
  #read = 0;

  /** Loads those of a source, page by page. */
  static async of(db: Db, sourceId: string): Promise<KnownDigests> {
    const known = new KnownDigests();
    for (let after = ''; ;) {
      const { rows } = await sql<{ digests: string | null; last: string | null; count: number }>`
        select string_agg(left(p.hash, ${kept}::int), '') as digests, max(p.external_id) as last, count(*)::int as count from (
          select l.hash, l.external_id from source_link l join employee e on e.id = l.object_id and e.status <> 'deleted'
          where l.source_id = ${sourceId}::uuid and l.object_kind = 'employee' and l.state = 'linked' and l.hash is not null and l.external_id > ${after}
          order by l.external_id limit ${pageSize}) as p`.execute(db);
      const { digests, last, count } = rows[0]!;
      if (digests !== null) known.#fill(Buffer.from(digests, 'base64url'));
      if (last === null || count < pageSize) return known;
      after = last;
    }
  }

  #fill(all: Buffer): void {
    for (let at = 0; at + bytes <= all.length; at += bytes) {
      if (this.#size * 2 >= this.#states.length) this.#grow();
      const place = this.#place(all.readUInt32LE(at), all.readUInt32LE(at + 4), all.readUInt32LE(at + 8));
      if (this.#states[place] === 0) this.#size += 1;
      this.#put(place, [all.readUInt32LE(at), all.readUInt32LE(at + 4), all.readUInt32LE(at + 8)], 1);
    }
  }

  #put(place: number, [first, second, third]: readonly [number, number, number], state: number): void {
    this.#words[place * 3] = first;
    this.#words[place * 3 + 1] = second;
    this.#words[place * 3 + 2] = third;
    this.#states[place] = state;
  }

  #place(first: number, second: number, third: number): number {
    const mask = this.#states.length - 1;
    let place = first & mask;
    while (
      this.#states[place] !== 0 &&
      (this.#words[place * 3] !== first || this.#words[place * 3 + 1] !== second || this.#words[place * 3 + 2] !== third)
    )
      place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const [words, states] = [this.#words, this.#states];
    this.#words = new Uint32Array(words.length * 2);
    this.#states = new Uint8Array(states.length * 2);
    for (let at = 0; at < states.length; at += 1) {
      if (states[at] === 0) continue;
      const found = [words[at * 3]!, words[at * 3 + 1]!, words[at * 3 + 2]!] as const;
      this.#put(this.#place(...found), found, states[at]!);
    }
  }

  #find(digest: Buffer): number {
    return this.#place(digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8));
  }

  /** Notes that somebody was read; false when the digest is not known, or was read before: then the record has to be looked at. */
  take(digest: Buffer): boolean {
    const place = this.#find(digest);
    if (this.#states[place] !== 1) return false;
    this.#states[place] = 2;
    this.#read += 1;
    return true;
  }

  /** Whether a record with this digest was read, as it is stored. */
  wasRead(stored: string | null): boolean {
    return stored !== null && this.#states[this.#find(Buffer.from(stored, 'base64url'))] === 2;
  }

  /** Digests that nobody came with, as the first characters of what is stored, piece by piece. */
  *unread(pieceSize: number): Generator<string[]> {
    if (this.#read === this.#size) return;
    let piece: string[] = [];
    const one = Buffer.alloc(bytes);
    for (let at = 0; at < this.#states.length; at += 1) {
      if (this.#states[at] !== 1) continue;
      for (let word = 0; word < 3; word += 1) one.writeUInt32LE(this.#words[at * 3 + word]!, word * 4);
      piece.push(one.toString('base64url'));
      if (piece.length < pieceSize) continue;
      yield piece;
      piece = [];
    }
    if (piece.length > 0) yield piece;
  }
}

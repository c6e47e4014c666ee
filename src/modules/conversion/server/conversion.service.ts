import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql, type Selectable } from 'kysely';
import { keepMade } from '#kit/server/files/files.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal, notFound } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { hashOf } from './content-hash.ts';
import { drawPage } from './convert.ts';
import './conversion.table.ts';
import type { ConversionTable } from './conversion.table.ts';
import { findEngines } from './engines.ts';
import { readParams } from './params.ts';
import { sourceType, Unconvertible } from './source-type.ts';

/** What conversion needs of the product. */
export type ConversionServices = Services;

/** A conversion as it is kept. */
export type Conversion = Selectable<ConversionTable>;

/** Who keeps the files of conversions. */
const owner = 'conversion';

/** 14060 with a reason in the reader's words, as the catalogue has it. */
export const cannot = (services: Pick<Services, 'texts'>, reason: string): Refusal =>
  new Refusal(14060, { reason: services.texts.inAll('conversion', `reason.${reason}`) });

/** Refuses with 14061 what this installation has no converter for. */
export async function assertConverter(type: Conversion['type'] | undefined): Promise<void> {
  const engines = await findEngines();
  if (engines.poppler.path === null) throw new Refusal(14061, { package: engines.poppler.package });
  if (type !== 'pdf' && engines.office.path === null) throw new Refusal(14061, { package: engines.office.package });
}

/** A folder of its own for some work, thrown away afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'convert-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is to be converted. */
export interface Asked {
  readonly name: string;
  readonly content: Readable;
  /** Where it comes from, for the list: an attachment system, a module, `test`. */
  readonly origin: string;
  /** Who tries it out. */
  readonly askedBy?: string;
}

/**
 * Puts a file on its way to pages and answers its conversion; the same content in the same way is converted once, and a second asker waits
 * for the first. Refuses with 14060 what can't be, 14061 where no converter is installed.
 */
export async function askFor(services: ConversionServices, asked: Asked): Promise<Conversion> {
  const params = await readParams(services.database.db);
  return inFolder(async (folder) => {
    const file = path.join(folder, 'source');
    await pipeline(asked.content, limitTo(params.max_size * 1024 ** 2, services), createWriteStream(file));
    const type = await typeOf(services, file, asked.name);
    if (!params.types.includes(type)) throw cannot(services, 'off');
    await assertConverter(type);
    const engines = await findEngines();
    const converter = type === 'pdf' ? `poppler ${engines.poppler.version}` : `libreoffice ${engines.office.version}`;
    const { db } = services.database;
    const hash = await hashOf(file);
    const known = await db
      .selectFrom('conversion')
      .selectAll()
      .where('source_hash', '=', hash)
      .where('type', '=', type)
      .where('converter', '=', converter)
      .executeTakeFirst();
    if (known && known.state !== 'cancelled' && known.state !== 'failed') return used(services, known, asked.askedBy);
    const kept = await keepMade(services, createReadStream(file), {
      name: asked.name,
      type: 'application/octet-stream',
      purpose: 'conversion',
      owner,
      keepMillis: null,
    });
    const { size } = await stat(file);
    const now = services.now();
    const row = await db
      .insertInto('conversion')
      .values({
        id: newId(),
        source_hash: hash,
        type,
        converter,
        name: asked.name.slice(0, 255),
        origin: asked.origin,
        asked_by: asked.askedBy ?? null,
        source_file: kept.id,
        size,
        state: 'waiting',
        reason: null,
        pages: null,
        pdf_file: null,
        ms: null,
        created_at: now,
        last_used_at: now,
        lease_until: null,
      })
      .onConflict((conflict) =>
        conflict.columns(['source_hash', 'type', 'converter']).doUpdateSet({
          state: sql`case when conversion.state in ('failed', 'cancelled') then 'waiting' else conversion.state end`,
          source_file: sql`case when conversion.state in ('failed', 'cancelled') then excluded.source_file else conversion.source_file end`,
          tries: sql`case when conversion.state in ('failed', 'cancelled') then 0 else conversion.tries end`,
          asked_by: sql`coalesce(excluded.asked_by, conversion.asked_by)`,
          last_used_at: now,
        }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    await services.bus.publish('conversion', { id: row.id });
    return row;
  });
}

/** It is wanted again: it stays longer, and whoever tries it out may look at it. */
async function used(services: ConversionServices, known: Conversion, askedBy: string | undefined): Promise<Conversion> {
  await services.database.db
    .updateTable('conversion')
    .set({ last_used_at: services.now(), ...(askedBy !== undefined && { asked_by: askedBy }) })
    .where('id', '=', known.id)
    .execute();
  return known;
}

async function typeOf(services: ConversionServices, file: string, name: string): Promise<Conversion['type']> {
  try {
    const { type, hasOutsideLinks } = await sourceType(file, name);
    if (hasOutsideLinks && !(await findEngines()).isolated) throw new Unconvertible('outside');
    return type;
  } catch (error) {
    throw error instanceof Unconvertible ? cannot(services, error.reason) : error;
  }
}

/** Passes on so many bytes and refuses the rest. */
function limitTo(most: number, services: ConversionServices) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const piece of source) {
      size += piece.length;
      if (size > most) throw cannot(services, 'size');
      yield piece;
    }
  };
}

/** A conversion by its id. */
export async function conversionOf(services: ConversionServices, id: string): Promise<Conversion> {
  const row = await services.database.db.selectFrom('conversion').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** A page of a ready conversion as a PNG: its file, made when it is looked at first. 10404 beyond the last page. */
export async function pageFile(services: ConversionServices, row: Conversion, page: number): Promise<{ hash: string; size: number }> {
  if (row.state !== 'ready' || row.pdf_file === null || page > (row.pages ?? 0)) throw notFound();
  const { db } = services.database;
  const { dpi } = await readParams(db);
  await db.updateTable('conversion').set({ last_used_at: services.now() }).where('id', '=', row.id).execute();
  const known = await db
    .selectFrom('conversion_page')
    .innerJoin('file', 'file.id', 'conversion_page.file_id')
    .select(['file.hash', 'file.size'])
    .where('conversion_id', '=', row.id)
    .where('page', '=', page)
    .where('dpi', '=', dpi)
    .executeTakeFirst();
  if (known) return known;
  await assertConverter('pdf');
  const pdf = await db.selectFrom('file').select('hash').where('id', '=', row.pdf_file).executeTakeFirstOrThrow();
  const { isolated } = await findEngines();
  return inFolder(async (folder) => {
    const source = path.join(folder, 'source.pdf');
    await pipeline(await services.files.open(pdf.hash), createWriteStream(source));
    const drawn = await drawPage(source, { page, dpi, folder, isolated });
    const kept = await keepMade(services, createReadStream(drawn), {
      name: `${row.name}-${page}.png`,
      type: 'image/png',
      purpose: 'conversion',
      owner,
      keepMillis: null,
    });
    await db
      .insertInto('conversion_page')
      .values({ conversion_id: row.id, page, dpi, file_id: kept.id, bytes: kept.size })
      .onConflict((on) => on.doNothing())
      .execute();
    await db
      .updateTable('conversion')
      .set({ bytes: sql`bytes + ${kept.size}` })
      .where('id', '=', row.id)
      .execute();
    return { hash: kept.hash, size: kept.size };
  });
}

/** Keeps a PDF that was made. */
export async function keepPdf(services: ConversionServices, row: Conversion, file: string): Promise<{ id: string; size: number }> {
  return keepMade(services, createReadStream(file), {
    name: `${row.name}.pdf`,
    type: 'application/pdf',
    purpose: 'conversion',
    owner,
    keepMillis: null,
  });
}

/** Lets go of the files of conversions: they vanish with the next sweep. */
export async function forgetFiles(services: Pick<ConversionServices, 'database' | 'now'>, ids: readonly string[]): Promise<void> {
  await sql`update file set expires_at = ${services.now() - 120_000} where purpose = 'conversion' and id in (
    select source_file from conversion where id = any(${[...ids]}::uuid[]) union select pdf_file from conversion where id = any(${[...ids]}::uuid[])
    union select file_id from conversion_page where conversion_id = any(${[...ids]}::uuid[]))`.execute(services.database.db);
}

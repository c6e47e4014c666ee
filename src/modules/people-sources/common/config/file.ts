import { z } from 'zod';
import { id, text } from '#kit/common/schema.ts';

/** A file of people: uploaded, watched for in a folder on the list of allowed ones, or fetched from an https address. */
export const fileConfig = z.strictObject({
  from: z.enum(['upload', 'folder', 'address']).default('upload'),
  /** The uploaded file in use. */
  fileId: id().nullable().default(null),
  folder: z.string().trim().max(500).default(''),
  /** Name of the file in the folder; `*` stands for anything, the newest is taken. */
  pattern: z.string().trim().max(200).default('*.csv'),
  address: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(1000)]).default(''),
  sheet: z.string().max(100).default(''),
  /** Sheet with departments (id, parent, name); empty where people carry the path. */
  departmentSheet: z.string().max(100).default(''),
  headerRow: z.int().min(1).max(100).default(1),
  delimiter: z.enum(['auto', ',', ';', '\t', '|']).default('auto'),
  encoding: z.enum(['auto', 'utf-8', 'utf-16le', 'gb18030', 'shift_jis']).default('auto'),
  /** Column that says what a row is (add, update, remove); empty: the file holds everybody. */
  actionColumn: z.string().max(200).default(''),
  /** Column with the external id: needed where rows may say that somebody is removed. */
  idColumn: z.string().max(200).default(''),
  pathSeparator: text(5).default('/'),
});
export type FileConfig = z.output<typeof fileConfig>;

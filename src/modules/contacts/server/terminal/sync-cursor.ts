import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { Refusal } from '#kit/server/refusal.ts';
import type { Eye } from './eye.ts';

const ground = z.object({
  all: z.boolean(),
  under: z.array(z.string()),
  at: z.array(z.string()),
  crowds: z.array(z.string()),
  people: z.array(z.string()),
  line: z.boolean(),
});

/** Whom the ranges of a viewer let into a copy: what is needed to work out later who came and went with another range. */
const copyRange = z.object({
  spans: z.array(z.object({ gives: ground, takes: ground })),
  /** ltree paths of the viewer's own departments, and the managers above. */
  own: z.array(z.string()),
  managers: z.array(z.string()),
});
/** Whom the ranges of a viewer let into a copy. */
export type CopyRange = z.output<typeof copyRange>;

const place = z.object({
  /** Where the whole copy has come to; null once it is complete. */
  full: z.string().nullable(),
  /** How far the feed of changes was read. */
  tx: z.string().regex(/^\d{1,20}$/),
  seq: z.int().min(0),
  at: z.int(),
  /** What decided how rows look, and who is in them, when the copy was made. */
  shown: z.string().max(64),
  ranged: z.string().max(64),
  /** Undefined where it is too large to be carried along: another range makes the copy again then. */
  range: copyRange.optional(),
  /** The copy was the first part of more. */
  cut: z.boolean(),
});
/** How far a copy on a terminal has come. */
export type CopyPlace = z.output<typeof place>;

const purpose = 'contact cursor';
/** Longer ones would not fit into every address. */
const longest = 3_000;

const sealOf = ({ services, viewer }: Eye, text: string): string =>
  services.secrets.mac(purpose, `${viewer.person.id}|${text}`).toString('base64url').slice(0, 22);

const packed = (at: CopyPlace): string => deflateRawSync(JSON.stringify(at)).toString('base64url');

/** What a terminal carries; sealed for its viewer, because whom an invented range would have held is told as gone. */
export function writeCopyPlace(eye: Eye, at: CopyPlace): string {
  const whole = packed(at);
  const text = whole.length <= longest ? whole : packed({ ...at, range: undefined });
  return `${text}.${sealOf(eye, text)}`;
}

/** What a terminal carried; of somebody else, or mangled, it is too old (20060). */
export function readCopyPlace(eye: Eye, carried: string): CopyPlace {
  const [text, seal, ...more] = carried.split('.');
  if (text === undefined || seal !== sealOf(eye, text) || more.length > 0) throw new Refusal(20060);
  try {
    return place.parse(JSON.parse(inflateRawSync(Buffer.from(text, 'base64url')).toString()));
  } catch {
    throw new Refusal(20060);
  }
}

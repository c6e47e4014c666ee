import { z } from 'zod';
import { mobilePattern } from './phone.ts';
import { visibleIn, visibleText } from './visible.ts';

/** Atoms that the contracts are made of, so that one thing is checked in one way everywhere. Schemas never change: everybody shares one. */

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function onceFor<T>(make: (max: number) => T, usual: number): (max?: number) => T {
  const made = new Map<number, T>();
  return (max = usual) => {
    const known = made.get(max) ?? make(max);
    made.set(max, known);
    return known;
  };
}

/** An identifier: a UUID (version 7 where we made it), in lower case. */
export const id = once(() => z.uuid());

/** Ids of one bulk action: 1 to 500, none twice. */
export const ids = once(() =>
  z
    .array(id())
    .min(1)
    .max(500)
    .transform((all) => [...new Set(all)]),
);

/** A line of text: trimmed, at least one visible character, no control or zero-width characters. Length in UTF-16 units. */
export const text = onceFor((max) => z.string().trim().min(1).max(max).superRefine(visibleIn(true)), 1000);

/** A text that may be empty and may hold several lines. */
export const longText = onceFor((max) => z.string().max(max).superRefine(visibleIn(false)), 1000);

/** Search text, as it was typed or pasted: characters that nobody sees are taken out, because what is looked for holds none. Empty: not narrowed. */
export const searchText = onceFor((max) => z.string().overwrite(visibleText).max(max), 100);

/** An account as it is typed or pasted to sign in: without characters that nobody sees, which no account holds. */
export const typedAccount = once(() => z.string().overwrite(visibleText).min(1).max(128));

/** A code: English letters, digits, `_` and `-`. */
export const codeText = onceFor(
  (max) =>
    z
      .string()
      .min(1)
      .max(max)
      .regex(/^[A-Za-z0-9_-]+$/),
  64,
);

/** Digits only, as many as 20 unless said. Forms check it by the validator of that name. */
export const digits = onceFor(
  (max) =>
    z
      .string()
      .max(max)
      .regex(/^[0-9]+$/)
      .meta({ validator: 'number' }),
  20,
);

/** English letters only, as many as 20 unless said. Forms check it by the validator of that name. */
export const english = onceFor(
  (max) =>
    z
      .string()
      .max(max)
      .regex(/^[A-Za-z]+$/)
      .meta({ validator: 'english' }),
  20,
);

/** How often an entity was changed; an update must carry the one it read. */
export const version = once(() => z.int().min(1));

/** A moment in epoch milliseconds. */
export const time = once(() => z.int().min(0).max(8_640_000_000_000_000));

/** A calendar day, YYYY-MM-DD. */
export const day = once(() => z.iso.date());

/** An e-mail address of at most 254 characters (RFC 5321); never with control characters. */
export const email = once(() => z.email().max(254));

/** A mobile number in E.164 form (ITU-T E.164): + and up to 15 digits. Forms and imports check it alike. */
export const mobile = once(() => z.string().regex(mobilePattern).meta({ validator: 'mobile' }));

/** Input of every list: page (from 1), page size, one sort field with an optional `-`. */
export const pageQuery = <S extends readonly [string, ...string[]]>(sortable: S) =>
  z.object({
    pageNum: z.int().min(1).max(1_000_000).default(1),
    pageSize: z.int().min(1).max(1000).default(20),
    sort: z.enum([...sortable, ...sortable.map((name) => `-${name}`)] as [string, ...string[]]).optional(),
  });

/** Reply of every list. */
export const pageOf = <R extends z.ZodType>(row: R) => z.object({ list: z.array(row), total: z.int(), pages: z.int() });

/** How many a bulk action reached. */
export const count = once(() => z.object({ count: z.int() }));

/** Stamps that every mutable entity carries. */
export const stamps = {
  id: id(),
  version: version(),
  createdAt: time(),
  createdBy: z.string().nullable(),
  updatedAt: time(),
  updatedBy: z.string().nullable(),
};

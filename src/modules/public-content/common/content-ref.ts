import { z } from 'zod';
import { id } from '#kit/common/schema.ts';
import { contentKinds } from './words.ts';

/** Content of an account by kind and id: what pushes, replies and menus refer to. */
export const contentRef = z.strictObject({ kind: z.enum(contentKinds), id: id() });
/** Content of an account by kind and id. */
export type ContentRef = z.output<typeof contentRef>;

/** The key of a reference in maps: `article:0190…`. */
export const refKey = ({ kind, id: of }: ContentRef): string => `${kind}:${of}`;

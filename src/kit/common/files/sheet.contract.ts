import { z } from 'zod';
import { endpoint } from '../contract.ts';
import { id } from '../schema.ts';

/** Rows of a sheet that are shown before it is read. */
export const sampleRows = 5;

/** The titles of an uploaded sheet with the first values below each, so that one can say which column is what. */
export const sheetHead = endpoint({
  method: 'GET',
  path: 'file/sheet',
  summary: 'The titles of an uploaded sheet and the first values of each column',
  access: { signedIn: true },
  errors: [11080],
  timeout: 60_000,
  input: z.object({ fileId: id() }),
  reply: z.object({ columns: z.array(z.object({ title: z.string(), samples: z.array(z.string()) })) }),
});

/** What each column of an uploaded sheet is called from now on, in their order; whoever reads it reads these titles. */
export const sheetTitles = endpoint({
  method: 'POST',
  path: 'file/sheet/titles',
  summary: 'Says what the columns of an uploaded sheet are',
  access: { signedIn: true },
  audit: 'file.titles',
  input: z.strictObject({ fileId: id(), titles: z.array(z.string().max(200)).min(1).max(500) }),
  reply: z.null(),
});

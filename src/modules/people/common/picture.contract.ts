import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id } from '#kit/common/schema.ts';

/** How many pictures are asked for at once. */
export const mostPictures = 50;

/** Returns the id of a person's picture, so that a known one is not fetched again; null where there is none. */
export const pictureMark = z.string().max(16).nullable();

/** Small pictures of people whom a page shows; who has none, or is out of range, is absent. */
export const pictureList = endpoint({
  method: 'GET',
  path: 'muc/picture/batchGet',
  access: { signedIn: true },
  scope: 'employee',
  input: z.object({ ids: z.array(id()).min(1).max(mostPictures) }),
  reply: z.object({ list: z.array(z.object({ id: id(), picture: z.string() })) }),
  summary: 'Pictures of up to 50 employees in range, as data addresses',
});

import { z } from 'zod';
import { localText } from '#kit/common/language.ts';
import { text } from '#kit/common/schema.ts';

/** The file of a zip that names its pictures. */
export const manifestName = 'manifest.json';

/** Words by which an emoticon is found. */
export const emoticonKeywords = z.array(text(30)).max(10);

/** Names and keywords of the pictures of a zip, by their file names. */
export const emoticonManifest = z.object({
  /** Of which package they were; an import does not ask. */
  package: z.object({ code: z.string(), name: localText(60) }).optional(),
  emoticons: z.record(z.string().max(255), z.object({ name: localText(60).optional(), keywords: emoticonKeywords.default([]) })),
});
/** Names and keywords of the pictures of a zip. */
export type EmoticonManifest = z.output<typeof emoticonManifest>;

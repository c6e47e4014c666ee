import type { Language } from '#kit/common/language.ts';

/** What an account can send or answer with. */
export const contentKinds = ['text', 'image', 'video', 'imageText', 'imageMessage', 'article'] as const;
/** One of them. */
export type ContentKind = (typeof contentKinds)[number];
/** What materials are. */
export const materialKinds = ['image', 'text', 'video'] as const;
/** One of them. */
export type MaterialKind = (typeof materialKinds)[number];
/** Where an article stands: written, with a manager, waiting for its moment, shown, or taken back. */
export const articleStates = ['draft', 'review', 'planned', 'published', 'withdrawn'] as const;
/** One of them. */
export type ArticleState = (typeof articleStates)[number];
/** Whether everything that a composed message holds is published. */
export const composedStates = ['ready', 'incomplete'] as const;
/** For what files of content are uploaded. */
export const uploadPurpose = 'publicContent';

/** Bytes and other limits of content. */
export const limits = {
  image: 10 * 1024 * 1024,
  pixels: 40_000_000,
  video: 200 * 1024 * 1024,
  seconds: 30 * 60,
  text: 2000,
  body: 1024 * 1024,
  nodes: 5000,
  depth: 16,
  pictures: 100,
  pictureBytes: 8 * 1024 * 1024,
  versions: 100,
  groups: 200,
  articles: 8,
  album: 20,
} as const;

/** The languages by the column names of texts; the first is required where something is published. */
export const firstLanguage: Language = 'zh_CN';

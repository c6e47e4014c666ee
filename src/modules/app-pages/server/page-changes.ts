import { countedChanges } from '#kit/server/client/counted-changes.ts';

/** Changes of pages, cards and adverts, counted for all terminals: they see another page from the commit on. */
export const { changed: pagesChanged, epoch: pageEpoch, part: pagePart } = countedChanges('page_change', 'pages');

import { countedNews } from '#kit/server/client/counted-news.ts';

/** Changes of pages, cards and adverts, counted for all terminals: they see another page from the commit on. */
export const { changed: pagesChanged, epoch: pageEpoch, part: pagePart } = countedNews('page_change', 'pages');

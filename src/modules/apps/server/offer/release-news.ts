import { countedNews } from '#kit/server/client/counted-news.ts';

/** Decisions about apps, versions and rollouts, counted for all terminals: what is offered is another one from the commit on. */
export const { changed: releaseChanged, epoch: releaseEpoch, part: releasePart } = countedNews('release_change', 'releases');

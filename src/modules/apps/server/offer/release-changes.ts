import { countedChanges } from '#kit/server/client/counted-changes.ts';

/** Decisions about apps, versions and rollouts, counted for all terminals: what is offered is another one from the commit on. */
export const { changed: releaseChanged, epoch: releaseEpoch, part: releasePart } = countedChanges('release_change', 'releases');

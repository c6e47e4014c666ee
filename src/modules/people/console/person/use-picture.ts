import { useEffect, useState, type RefObject } from 'react';
import { call } from '#kit/console/call/call.ts';
import { mostPictures, pictureList } from '../../common/picture.contract.ts';

/** Whose picture, and which one. */
interface Wanted {
  readonly id: string;
  readonly mark: string;
}

/** So many are remembered; the first fetched is the first forgotten. */
const mostKept = 500;
/** What is drawn together is asked for together (milliseconds). */
const gatherMillis = 20;

const kept = new Map<string, Promise<string | undefined>>();
let gathering: { id: string; key: string; give: (picture: string | undefined) => void }[] = [];

function pictureOf({ id, mark }: Wanted): Promise<string | undefined> {
  const key = `${id} ${mark}`;
  const known = kept.get(key);
  if (known) return known;
  const coming = new Promise<string | undefined>((give) => {
    if (gathering.length === 0) setTimeout(fetchGathered, gatherMillis);
    gathering.push({ id, key, give });
  });
  kept.set(key, coming);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return coming;
}

function fetchGathered(): void {
  const all = gathering;
  gathering = [];
  for (let at = 0; at < all.length; at += mostPictures) void fetchPictures(all.slice(at, at + mostPictures));
}

async function fetchPictures(wanted: typeof gathering): Promise<void> {
  try {
    const { list } = await call(pictureList, { ids: wanted.map(({ id }) => id) }, { silent: true });
    const found = new Map(list.map(({ id, picture }) => [id, picture]));
    for (const { id, give } of wanted) give(found.get(id));
  } catch {
    // Initials stand there; whoever is drawn again is asked for again.
    for (const { key, give } of wanted) {
      kept.delete(key);
      give(undefined);
    }
  }
}

/**
 * The picture of a person once their place is in view: the data address that is there already, or what is fetched by its mark. Until
 * then, and for who has none, undefined.
 */
export function usePicture(place: RefObject<HTMLElement | null>, id: string, avatar: string | null | undefined): string | undefined {
  const isThere = avatar?.startsWith('data:') === true;
  const [fetched, setFetched] = useState<{ mark: string; picture: string | undefined }>();
  useEffect(() => {
    const element = place.current;
    if (!avatar || isThere || !element) return;
    let gone = false;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        watcher.disconnect();
        void pictureOf({ id, mark: avatar }).then((picture) => {
          if (!gone) setFetched({ mark: avatar, picture });
        });
      },
      { rootMargin: '200px' },
    );
    watcher.observe(element);
    return () => {
      gone = true;
      watcher.disconnect();
    };
  }, [place, id, avatar, isThere]);
  if (isThere) return avatar;
  return fetched?.mark === avatar ? fetched?.picture : undefined;
}

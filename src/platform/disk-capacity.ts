import { statfs } from 'node:fs/promises';

/** Bytes kept free for the database's own work (its log, its recovery) and for sign-in: below it nothing else is written. */
export const ROOM_RESERVE = 64 * 1024 * 1024;

const LOOK_MS = 1_000;

/** Whether there is room for what people write. */
export interface DiskRoom {
  /** True while less than the reserve is free; looked up at most once a second. */
  isFull(): Promise<boolean>;
}

/** Where the product does not know the disk that the database lies on, the database itself says that it is full. */
export const unknownRoom: DiskRoom = { isFull: async () => false };

/** Watches the disk of a folder; tells each time it becomes full and each time there is room again. */
export function openRoom(folder: string, onChange: (sentence: string) => void): DiskRoom {
  let full = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    lookedAt = performance.now();
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    if (full === free < ROOM_RESERVE) return;
    full = !full;
    const megabytes = Math.floor(free / 1024 / 1024);
    onChange(
      full
        ? `The disk of ${folder} is full: ${megabytes} MB are free and ${ROOM_RESERVE / 1024 / 1024} are kept for the database. Writes are refused until there is room.`
        : `The disk of ${folder} has room again (${megabytes} MB): writes are taken.`,
    );
  };
  return {
    isFull: async () => {
      if (performance.now() - lookedAt > LOOK_MS) looking ??= look().finally(() => (looking = undefined));
      // A disk that does not say how full it is refuses by itself.
      await looking?.catch(() => undefined);
      return full;
    },
  };
}

/** Whether an error of the file system says that nothing more fits on the disk, or that it can't be written at all. */
export function isRoomError(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS'].includes(String((error as { code?: unknown }).code));
}

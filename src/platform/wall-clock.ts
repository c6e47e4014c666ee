import { zoneOffset } from './sheets/cell.ts';

const offsets = new Map<string, (moment: number) => number>();

function offsetOf(zone: string): (moment: number) => number {
  const known = offsets.get(zone);
  if (known) return known;
  const made = zoneOffset(zone);
  offsets.set(zone, made);
  return made;
}

/** The wall clock of a zone at a moment, as milliseconds of a UTC that shows the same. An unknown zone is UTC. */
export function wallOf(at: number, zone: string): number {
  try {
    return at + offsetOf(zone)(at);
  } catch {
    return at;
  }
}

/** The moment at which the wall clock of a zone first shows this; where summer time leaves it out, what comes right after. */
export function momentOfWall(wall: number, zone: string): number {
  // Two rounds settle it but where the clock is turned; there the later moment is taken.
  let at = wall - (wallOf(wall, zone) - wall);
  at = wall - (wallOf(at, zone) - at);
  const missed = wall - wallOf(at, zone);
  return missed > 0 ? at + missed : at;
}

import type { PropertyExposure } from '#kit/common/property.ts';
import type { Json } from '#kit/server/change/kind.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { resolveProperties, type Subject } from './resolve.ts';
import { sealedPlace } from './value.service.ts';

/** For what other modules read a namespace. */
interface Reading {
  namespace: string;
  subject?: Subject;
  /** `server` reads everything, also secrets; `console` and `terminal` only what is exposed there, and never a secret. */
  face: PropertyExposure;
}

/** What is exposed to each face: what a terminal may know the console may know too. */
const exposed = { console: ['console', 'terminal'], terminal: ['terminal'] } as const;

/** What holds of a namespace, by key. Read at this moment: what was set anywhere is true here. */
export async function readProperties(
  services: Pick<Services, 'directory' | 'access' | 'now' | 'secrets'>,
  db: Db,
  { namespace, subject = {}, face }: Reading,
): Promise<Map<string, Json>> {
  const wanted = { namespace, ...(face !== 'server' && { exposures: exposed[face] }) };
  const all = await resolveProperties(services, db, wanted, subject);
  return new Map(
    all.map(({ property, winner }) => [
      property.key,
      property.secret && winner.row?.sealed ? services.secrets.open(winner.row.sealed, sealedPlace(winner.row.id)) : winner.value,
    ]),
  );
}

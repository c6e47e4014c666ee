import type { Db } from '../directory.ts';
import type { Services } from '../services.ts';
import { localWay } from './sign-in-ways.ts';

/** The kind of a way (local, ldap, oidc and so on), as it stands in the log of sign-ins; a way that is not there stays as it was called. */
export async function kindOfWay({ signIn }: Pick<Services, 'signIn'>, db: Db, way: string): Promise<string> {
  return way === localWay ? localWay : ((await signIn?.kindOf(db, way)) ?? way.slice(0, 32));
}

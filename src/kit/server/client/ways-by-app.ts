import type { ServerModule } from '../module.ts';
import type { SignInWays } from '../services.ts';

/** The ways to sign in at terminals, narrowed and ordered by what the application says that calls. */
export function waysByApp(signIn: SignInWays, module: ServerModule): SignInWays['forTerminals'] {
  return async (db, platform, appKey) => {
    const all = await signIn.forTerminals(db, platform);
    const own = appKey === undefined ? undefined : await module.clientWays?.(db, appKey, platform);
    if (!own) return all;
    return own.flatMap((settingId) => all.find((way) => way.settingId === settingId) ?? []);
  };
}

import type { ClientReply } from '#kit/common/client/client-endpoint.ts';
import { pick } from '#kit/common/language.ts';
import { sessionOf, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { clientNav } from '../../common/client.contract.ts';
import { platformOf } from '../platform-of.ts';
import { readIcons } from './nav.icons.ts';
import { navFor, shippedEntries } from './nav.service.ts';

/** The navigation that a terminal shows. For whom else an entry is, is nobody's business there. */
export async function readClientNav(call: ClientCall): Promise<ClientReply<typeof clientNav>> {
  const { db, caller } = call;
  const platform = platformOf(call);
  const { navVersion, entries } = (await navFor(db, platform, sessionOf(call).uid)) ?? { navVersion: 0, entries: shippedEntries() };
  return {
    platform,
    navVersion,
    entries: entries.map(({ code, target, url, name, icon, selectedIcon, badge, landing, lock }) => ({
      code,
      target,
      url,
      name,
      title: pick(name, caller.language),
      icon,
      selectedIcon,
      badge,
      landing,
      lock,
    })),
    icons: await readIcons(db, entries),
  };
}

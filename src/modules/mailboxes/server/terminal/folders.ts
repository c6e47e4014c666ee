import type { ImapFlow, ListResponse } from 'imapflow';
import type { ClientReply } from '#kit/common/client/client-endpoint.ts';
import { specialFolders, type SpecialFolder } from '../../common/boxes/words.ts';
import type { clientMailFolders } from '../../common/terminal/read.contract.ts';
import type { EngineBox } from '../engine/box.ts';
import { quotaOf } from '../engine/probe.ts';
import { plain } from '../engine/structure.ts';

type FoldersReply = Omit<ClientReply<typeof clientMailFolders>, 'keptAt'>;

const mostFolders = 1000;
const uses: Readonly<Record<string, SpecialFolder | 'inbox'>> = {
  '\\Inbox': 'inbox',
  '\\Sent': 'sent',
  '\\Drafts': 'drafts',
  '\\Trash': 'trash',
  '\\Junk': 'junk',
  '\\Archive': 'archive',
};

const hintsOf = ({ folders }: EngineBox): Partial<Record<SpecialFolder, string>> =>
  Object.fromEntries(specialFolders.flatMap((name) => (folders[name] === null ? [] : [[name, folders[name]]])));

const isOpen = (folder: ListResponse): boolean => !folder.flags.has('\\Noselect') && !folder.flags.has('\\NonExistent');

/** The folders of a box with their counts, as far as somebody may see them. */
export async function foldersOf(client: ImapFlow, box: EngineBox, maySee: (path: string) => boolean): Promise<FoldersReply> {
  const list = await client.list({ statusQuery: { messages: true, unseen: true }, specialUseHints: hintsOf(box) });
  const folders = list
    .filter((folder) => isOpen(folder) && maySee(folder.path))
    .slice(0, mostFolders)
    .map(({ path, name, specialUse, status }) => ({
      path,
      name: plain(name, 200),
      use: uses[specialUse ?? ''] ?? null,
      total: status?.messages ?? 0,
      unseen: status?.unseen ?? 0,
    }));
  return { folders, quota: await quotaOf(client) };
}

/** The path of a folder with a use: what its server says (RFC 6154), else what was set, else a usual name; undefined where there is none. */
export async function folderFor(client: ImapFlow, box: EngineBox, use: SpecialFolder): Promise<string | undefined> {
  const list = await client.list({ specialUseHints: hintsOf(box) });
  return list.find((folder) => isOpen(folder) && uses[folder.specialUse ?? ''] === use)?.path;
}

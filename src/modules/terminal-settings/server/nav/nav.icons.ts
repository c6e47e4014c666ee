import type { Call } from '#kit/server/handle.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { findFile } from '#kit/server/files/files.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { reencodeImage } from '#platform/files/image.ts';
import type { NavEntry } from '../../common/nav.contract.ts';
import '../settings.table.ts';

const mostBytes = 1024 * 1024;
/** Twice what a terminal draws. */
export const iconSide = 96;

const iconsIn = (entries: readonly NavEntry[]): string[] => [
  ...new Set(entries.flatMap(({ icon, selectedIcon }) => [icon, selectedIcon].filter((id) => id !== null))),
];

/** Takes over the pictures that the caller uploaded for these entries: made again and small, they outlive their files. */
export async function takeIcons(
  tx: Tx,
  { caller, services }: Pick<Call, 'caller' | 'services'>,
  entries: readonly NavEntry[],
): Promise<void> {
  const wanted = iconsIn(entries);
  if (wanted.length === 0) return;
  const known = await tx.selectFrom('nav_icon').select('id').where('id', 'in', wanted).execute();
  for (const id of wanted.filter((one) => !known.some((row) => row.id === one))) {
    const bad = (): InvalidInput => new InvalidInput([{ path: 'entries', namespace: 'terminal-settings', key: 'issue.icon' }]);
    const file = await findFile(tx, caller.uid, id, services.now()).catch(() => {
      throw bad();
    });
    if (file.size > mostBytes) throw bad();
    const bytes = await (await services.files.open(file.hash)).toArray();
    const image = await reencodeImage(Buffer.concat(bytes as Buffer[]), { maxSide: iconSide }).catch(() => {
      throw bad();
    });
    await tx
      .insertInto('nav_icon')
      .values({ id, type: image.type, data: image.data.toString('base64') })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
}

/** The pictures of these entries as data addresses. */
export async function readIcons(db: Db, entries: readonly NavEntry[]): Promise<Record<string, string>> {
  const wanted = iconsIn(entries);
  if (wanted.length === 0) return {};
  const rows = await db.selectFrom('nav_icon').selectAll().where('id', 'in', wanted).execute();
  return Object.fromEntries(rows.map(({ id, type, data }) => [id, `data:${type};base64,${data}`]));
}

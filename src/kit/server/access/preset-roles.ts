import { sql } from 'kysely';
import { languages } from '#kit/common/language.ts';
import type { MenuResource } from '#kit/common/permission.ts';
import { builtinAdminUid, systemUid } from '../caller.ts';
import type { Tx } from '../directory.ts';
import type { Services } from '../services.ts';
import type { Preset } from './access.table.ts';

const ids: Readonly<Record<Preset, string>> = {
  super: '00000000-0000-7000-8000-000000000101',
  system: '00000000-0000-7000-8000-000000000102',
  security: '00000000-0000-7000-8000-000000000103',
  audit: '00000000-0000-7000-8000-000000000104',
};

/** Ids of the preset system roles. */
export const presetRoleIds = ids;

/**
 * Makes the super administrator and the three administrators that exclude one another, and gives the three what belongs to their duty:
 * the security administrator pages of that duty, the audit administrator its own, the system administrator all others; the audit
 * administrator also reads the pages of security, and the other two those of the audit. Their grants follow the product, so that a new
 * version's pages are governed by somebody.
 */
export async function seedPresetRoles(tx: Tx, { resources, texts, now }: Pick<Services, 'resources' | 'texts' | 'now'>): Promise<boolean> {
  let changed = false;
  for (const [preset, id] of Object.entries(ids) as [Preset, string][]) {
    const name = texts.text(languages[0], 'kit', `role.preset.${preset}`);
    const made =
      await sql`insert into role (id, module, code, name, description, is_supper_admin, preset, range_kind, version, created_at, created_by, updated_at, updated_by)
      values (${id}, 'sys', ${`${preset}_administrator`}, ${name}, '', ${preset === 'super'}, ${preset}, 'all', 1, ${now()}, ${systemUid}, ${now()}, ${systemUid})
      on conflict (id) do nothing`.execute(tx);
    const codes = preset === 'super' ? [] : codesOfDuty(preset, resources);
    const dropped = await sql`delete from role_grant where role_id = ${id}::uuid and not code = any(${codes}::text[])`.execute(tx);
    const added =
      await sql`insert into role_grant (role_id, code) select ${id}::uuid, unnest(${codes}::text[]) on conflict do nothing`.execute(tx);
    changed ||= [made, dropped, added].some((result) => (result.numAffectedRows ?? 0n) > 0n);
  }
  await sql`insert into role_member (role_id, kind, object_id, since, by) values (${ids.super}::uuid, 'employee', ${builtinAdminUid}::uuid, ${now()}, ${systemUid}) on conflict do nothing`.execute(
    tx,
  );
  return changed;
}

function codesOfDuty(preset: 'system' | 'security' | 'audit', resources: readonly MenuResource[]): string[] {
  const whole = (page: MenuResource): string[] => [page.code, ...page.buttons.map(({ verb }) => `${page.code}:${verb}`)];
  const own = resources.filter((page) => (page.duty ?? 'system') === preset).flatMap(whole);
  // The audit administrator reads what security does; the other two read what is audited, and do nothing there.
  const seen = preset === 'audit' ? 'security' : 'audit';
  const read = resources.filter((page) => page.duty === seen).map((page) => page.code);
  return [...new Set([...own, ...read])];
}

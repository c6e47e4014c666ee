import type { LicenceFacts, LicenceRow } from '../common/licence.contract.ts';
import type { LicenceContent } from './licence-file.ts';
import type { StoredLicence } from './licence-terms.ts';

const longest = 1_000;

/** What this version does not know of a licence, as text. */
const moreOf = (more: Record<string, unknown>): { name: string; value: string }[] =>
  Object.entries(more).map(([name, value]) => ({
    name,
    value: (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, longest),
  }));

/** A licence that was read, as it is shown. */
export const factsOf = ({ more, ...content }: LicenceContent): LicenceFacts => ({ ...content, more: moreOf(more) });

/** A licence that was installed, as it is shown. */
export function viewOf(row: StoredLicence, names: ReadonlyMap<string, { name: string }>): LicenceRow {
  return {
    id: row.id,
    licenseId: row.license_id,
    keyId: row.key_id,
    customer: row.customer,
    edition: row.edition,
    issuedAt: row.issued_at,
    notBefore: row.not_before,
    expiresAt: row.expires_at,
    graceDays: row.grace_days,
    limits: row.limits,
    modules: row.modules,
    installationId: row.installation_id,
    replaces: row.replaces,
    minVersion: row.min_version,
    more: moreOf(row.more),
    state: row.active ? 'active' : 'replaced',
    fileHash: row.file_hash,
    installedAt: row.installed_at,
    installedBy: names.get(row.installed_by)?.name ?? 'admin',
    replacedAt: row.replaced_at,
  };
}

import type { Kind } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { versionPage } from '../../common/permissions.ts';
import { inApp } from '../in-app.ts';

const { unranged: _unranged, ...base } = tableKind({
  kind: 'installLink',
  module: 'apps',
  codes: { read: versionPage.code, revert: versionPage.button.link },
  table: 'install_link',
  name: 'name',
  fields: {
    name: { column: 'name' },
    appId: { column: 'app_id', internal: true },
    versionId: { column: 'version_id', internal: true },
    until: { column: 'until', moment: true },
    maxInstalls: { column: 'max_installs' },
    passwordHash: { column: 'password_hash', secret: true },
    installs: { column: 'installs', internal: true },
    revokedAt: { column: 'revoked_at', moment: true },
  },
});

/** Install links in the change engine. */
export const installLinkKind: Kind = { ...base, outside: inApp('install_link').outside as Kind['outside'] };

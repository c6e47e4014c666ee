import type { ReactElement } from 'react';
import { roleDraft, type RoleRow } from '#kit/common/role/role.schema.ts';
import { fieldOf } from '#kit/console/call/call-error.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { RoleManage } from '#kit/console/roles/role-manage.tsx';
import { roleModuleArea } from '#kit/console/roles/role-module-area.tsx';
import { mamRolePage } from '../common/permissions.ts';
import { mamCrowds, mamDepartments, mamMembers, mamRole, mamRoleExport } from '../common/role.contract.ts';
import { appChannels } from '../common/widget-words.ts';
import { AppKeySelect } from './components/app-select.tsx';
import { mamRoleSubject } from './subjects.ts';

const F = fieldsOf(roleDraft);

function Gives({ role }: { role: RoleRow }): ReactElement {
  const t = useT('widgets');
  return <>{t('mamRole.gives', { widgets: String(fieldOf(role, 'widgets')), functions: String(fieldOf(role, 'functions')) })}</>;
}

const channelsOf = (role: RoleRow): (typeof appChannels)[number][] => {
  const opened = fieldOf(role, 'channels');
  return appChannels.filter((one) => Array.isArray(opened) && opened.includes(one));
};

function Channels({ role }: { role: RoleRow }): ReactElement {
  const t = useT('widgets');
  const names = channelsOf(role).map((one) => t(`channel.${one}`));
  return <>{t('mamRole.channels', { names: names.join(', ') })}</>;
}

const area = roleModuleArea({
  contract: mamRole,
  subject: mamRoleSubject,
  page: mamRolePage.code,
  everyone: 'always',
  files: [mamMembers, mamDepartments, mamCrowds],
  tools: (list) => <ExportButton endpoint={mamRoleExport} input={(format) => ({ format, filter: { ...list.asked } })} />,
  summary: (role) => [<Gives key="gives" role={role} />, ...(channelsOf(role).length > 0 ? [<Channels key="channels" role={role} />] : [])],
  more: {
    fields: (
      <F.appKey>
        <AppKeySelect />
      </F.appKey>
    ),
    values: { appKey: null },
  },
});

/** App roles: what their holders may use on terminals. */
export default function MamRolesPage(): ReactElement {
  return <RoleManage area={area} />;
}

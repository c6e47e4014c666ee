import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { AudienceText } from '#kit/console/audience/audience-text.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { typeAppPage, typeHelperPage, typeInfoPage, typeSettingRoute, typeUserPage } from '../common/permissions.ts';
import { groupType } from '../common/type.contract.ts';

const F = entityFields(groupType);
const settings = [typeInfoPage.code, typeUserPage.code, typeAppPage.code, typeHelperPage.code];

/** Types of groups, in the order in which terminals offer them. */
export default function TypeManagePage(): ReactElement {
  const t = useT('groups');
  const navigate = useNavigate();
  return (
    <CrudPanel
      entity={groupType}
      columns={[
        'name',
        { name: 'code', as: 'code' },
        { name: 'creators', sortable: false, cell: (row) => <AudienceText rows={row.creators} /> },
        { name: 'maxMembers', sortable: false },
        { name: 'joinMode', as: 'enum', sortable: false },
        { name: 'speak', as: 'enum', sortable: false },
        { name: 'groups', sortable: false },
        { name: 'people', sortable: false, optional: true },
        'enabled',
        'place',
      ]}
      rowActions={(row) => (
        <>
          <Permit code={settings}>
            {() => (
              <Button type="text" onClick={() => void navigate(typeSettingRoute.replace(':id', row.id))}>
                {t('frame.settings')}
              </Button>
            )}
          </Permit>
          <ActionButton
            endpoint={groupType.copy}
            type="text"
            names={[row.code]}
            input={{ id: row.id, code: `${row.code.slice(0, 26)}-copy` }}
            invalidates={[groupType.list]}
          />
        </>
      )}
      form={(object) => (
        <>
          <F.name />
          {!object && <F.code />}
          <F.maxMembers />
          <F.maxOwned />
          <F.joinMode />
          <F.speak />
          <F.historyForNew />
          <F.mentionAllBy />
          <F.managerRecall />
          <F.watermark />
        </>
      )}
    />
  );
}

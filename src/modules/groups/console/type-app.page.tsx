import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { groupType, typeAppGet, typeAppSave } from '../common/type.contract.ts';
import { typeSubject } from './subjects.ts';
import { AppRows } from './type/app-rows.tsx';
import { useTypeId } from './type/use-type-id.ts';

const F = fieldsOf(typeAppSave.input);

/** What stands in the tool bar of the groups of a type. */
export default function TypeAppPage(): ReactElement {
  const t = useT('groups');
  const id = useTypeId();
  return (
    <SettingsPanel
      key={id}
      title={t('type.apps')}
      subject={typeSubject}
      get={typeAppGet}
      update={typeAppSave}
      target={{ id }}
      invalidates={[groupType.list]}
    >
      <SettingsGroup title={t('type.apps')} hint={t('type.appsHint')}>
        <F.apps>
          <AppRows />
        </F.apps>
      </SettingsGroup>
    </SettingsPanel>
  );
}

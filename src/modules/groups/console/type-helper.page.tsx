import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { groupType, typeHelperGet, typeHelperSave } from '../common/type.contract.ts';
import { typeSubject } from './subjects.ts';
import { ApplyHelpers } from './type/apply-helpers.tsx';
import { HelperRows } from './type/helper-rows.tsx';
import { useTypeId } from './type/use-type-id.ts';

const F = fieldsOf(typeHelperSave.input);

/** What helps in the groups of a type. */
export default function TypeHelperPage(): ReactElement {
  const t = useT('groups');
  const id = useTypeId();
  return (
    <SettingsPanel
      key={id}
      title={t('type.helpers')}
      subject={typeSubject}
      get={typeHelperGet}
      update={typeHelperSave}
      target={{ id }}
      invalidates={[groupType.list]}
    >
      <SettingsGroup title={t('type.helpers')} hint={t('type.helpersHint')}>
        <F.helpers>
          <HelperRows />
        </F.helpers>
        <ApplyHelpers id={id} />
      </SettingsGroup>
    </SettingsPanel>
  );
}

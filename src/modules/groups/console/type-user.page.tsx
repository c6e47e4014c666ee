import type { ReactElement } from 'react';
import { AudienceInput } from '#kit/console/audience/audience-input.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { groupType, typeUserGet, typeUserSave } from '../common/type.contract.ts';
import { typeSubject } from './subjects.ts';
import { useTypeId } from './type/use-type-id.ts';

const F = fieldsOf(typeUserSave.input);

/** Who creates groups of a type, and who may be in them. */
export default function TypeUserPage(): ReactElement {
  const t = useT('groups');
  const id = useTypeId();
  return (
    <SettingsPanel
      key={id}
      title={t('type.users')}
      subject={typeSubject}
      get={typeUserGet}
      update={typeUserSave}
      target={{ id }}
      invalidates={[groupType.list]}
    >
      <SettingsGroup title={t('type.creators')} hint={t('type.creatorsHint')}>
        <F.creators>
          <AudienceInput />
        </F.creators>
      </SettingsGroup>
      <SettingsGroup title={t('type.members')} hint={t('type.membersHint')}>
        <F.members>
          <AudienceInput />
        </F.members>
      </SettingsGroup>
    </SettingsPanel>
  );
}

import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { pick } from '#kit/common/language.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { groupType, typeInfoGet, typeInfoSave } from '../common/type.contract.ts';
import { typeSubject } from './subjects.ts';
import { useTypeId } from './type/use-type-id.ts';

const F = fieldsOf(typeInfoSave.input);

/** Names, limits, joining, speaking and history of a type. */
export default function TypeInfoPage(): ReactElement {
  const t = useT('groups');
  const [language] = useLanguage();
  const id = useTypeId();
  return (
    <SettingsPanel
      key={id}
      title={t('type.info')}
      subject={typeSubject}
      get={typeInfoGet}
      update={typeInfoSave}
      target={{ id }}
      invalidates={[groupType.list]}
    >
      {(stored) => (
        <>
          <p>
            {t('type.effect', {
              name: pick(stored.name, language),
              groups: numberText(stored.groups, language),
              people: numberText(stored.people, language),
            })}
            {stored.overFull > 0 && ` ${t('type.overFull', { count: stored.overFull })}`}
          </p>
          <SettingsGroup title={t('type.names')}>
            <F.name as="local" />
          </SettingsGroup>
          <SettingsGroup title={t('type.limits')}>
            <F.maxMembers />
            <F.maxOwned />
          </SettingsGroup>
          <SettingsGroup title={t('type.rules')}>
            <F.joinMode />
            <F.speak />
            <F.historyForNew />
            <F.mentionAllBy />
            <F.managerRecall />
            <F.watermark />
          </SettingsGroup>
        </>
      )}
    </SettingsPanel>
  );
}

import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { wordSettingGet, wordSettingUpdate } from '../../common/word-list.contract.ts';
import { settingSubject } from '../subjects.ts';

const F = fieldsOf(wordSettingUpdate.input);

/** How texts are compared, and what a refused sender reads. */
export function Settings(): ReactElement {
  const t = useT('sensitive-words');
  return (
    <SettingsPanel subject={settingSubject} title={t('wordSetting')} get={wordSettingGet} update={wordSettingUpdate}>
      <SettingsGroup title={t('setting.compare')} hint={t('setting.compareHint')}>
        <F.foldTraditional help={t('setting.traditionalHint')} />
        <F.foldAccents />
        <F.digitsAsLetters help={t('setting.digitsHint')} />
      </SettingsGroup>
      <SettingsGroup title={t('setting.sender')} hint={t('setting.senderHint')}>
        <F.blockText as="local" />
      </SettingsGroup>
      <SettingsGroup title={t('setting.evidence')} hint={t('setting.evidenceHint')}>
        <F.evidenceDays />
        <F.blocksPerDay help={t('setting.blocksHint')} />
      </SettingsGroup>
      <SettingsGroup title={t('setting.terminal')} hint={t('setting.terminalHint')}>
        <F.terminalCheck />
      </SettingsGroup>
    </SettingsPanel>
  );
}

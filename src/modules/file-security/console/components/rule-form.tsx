import { Form } from 'antd';
import type { ReactElement } from 'react';
import { AudienceInput } from '#kit/console/audience/audience-input.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { RolePicker } from '#kit/console/roles/role-picker.tsx';
import { fileRule } from '../../common/file-rule.contract.ts';
import { mdmRole } from '../../common/role.contract.ts';
import { actionsOf, type RuleKind } from '../../common/words.ts';
import { DeviceInput, GroupsInput } from './device-condition.tsx';
import {
  ConditionsInput,
  ExtensionsInput,
  LevelsInput,
  MessageInput,
  PlatformsInput,
  SegmentsInput,
  TypesInput,
  WordsInput,
} from './inputs.tsx';
import { SizeInput } from './size-input.tsx';
import { WindowInput } from './window-input.tsx';

const F = entityFields(fileRule);

/** The fields of a file rule in its parts: who, where and when, which file, what happens. */
export function RuleForm({ kind }: { kind: RuleKind }): ReactElement {
  const t = useT('file-security');
  const effect = Form.useWatch<unknown>('effect');
  return (
    <>
      <F.name wide />
      <SettingsGroup title={t('fileRule.part.who')}>
        <F.everyone wide help={t('fileRule.everyoneHelp')} />
        <F.who wide>
          <AudienceInput open={false} />
        </F.who>
        <F.roleIds wide>
          <RolePicker multiple search={mdmRole.search} />
        </F.roleIds>
      </SettingsGroup>
      <SettingsGroup title={t('fileRule.part.where')}>
        <F.place as="radio" wide />
        <F.platforms wide>
          <PlatformsInput />
        </F.platforms>
        <F.inGroups wide>
          <GroupsInput />
        </F.inGroups>
        <F.notInGroups wide>
          <GroupsInput />
        </F.notInGroups>
        <F.segments wide help={t('outerNet.segmentsHelp')}>
          <SegmentsInput rows={2} />
        </F.segments>
        <F.window wide>
          <WindowInput />
        </F.window>
      </SettingsGroup>
      <SettingsGroup title={t('sessions.device')}>
        <F.device wide help={t('fileRule.deviceHelp')}>
          <DeviceInput />
        </F.device>
      </SettingsGroup>
      <SettingsGroup title={t('fileRule.part.file')}>
        <F.fileTypes wide>
          <TypesInput />
        </F.fileTypes>
        <F.levels wide>
          <LevelsInput />
        </F.levels>
        <F.extensions help={t('fileRule.extensionsHelp')}>
          <ExtensionsInput />
        </F.extensions>
        <F.namePattern help={t('fileRule.patternHelp')} />
        <F.sizeMin label={t('fileRule.sizeFrom')}>
          <SizeInput />
        </F.sizeMin>
        <F.sizeMax label={t('fileRule.sizeTo')}>
          <SizeInput />
        </F.sizeMax>
      </SettingsGroup>
      <SettingsGroup title={t('field.effect')}>
        <F.actions wide>
          <WordsInput words={actionsOf[kind].map((action) => ({ value: action, label: t(`fileRule.actions.${action}`) }))} />
        </F.actions>
        {kind === 'send' && <F.target as="radio" wide />}
        <F.effect as="radio" wide />
        {effect === 'allowWith' && (
          <F.conditions wide>
            <ConditionsInput />
          </F.conditions>
        )}
        <F.mode as="radio" wide help={t('fileRule.modeHelp')} />
        <F.message wide>
          <MessageInput />
        </F.message>
        <F.until />
        <F.note wide />
      </SettingsGroup>
    </>
  );
}

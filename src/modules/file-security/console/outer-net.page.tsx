import { Alert } from 'antd';
import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { SettingsPanel } from '#kit/console/page/settings-page.tsx';
import { outerNetFields, outerNetGet, outerNetUpdate } from '../common/outer-net.contract.ts';
import { outerNetPage } from '../common/permissions.ts';
import { ExceptionsInput, OuterActionsInput } from './components/outer-inputs.tsx';
import { SegmentsInput } from './components/inputs.tsx';
import { outerNetSubject } from './subjects.ts';

const F = fieldsOf(outerNetFields);

/** What is entered: the names beside ids are for reading alone. */
const entered = ({ segments, innerGroups, actions, exceptions, sendDefault }: Reply<typeof outerNetGet>): FormValues => ({
  segments,
  innerGroups,
  actions,
  exceptions: exceptions.map(({ kind, id, until }) => ({ kind, id, until })),
  sendDefault,
});

/** What counts as the company's network, and what holds outside. */
export default function OuterNetPage(): ReactElement {
  const t = useT('file-security');
  const groupsText = (groups: readonly { name: string }[]): string =>
    groups.length === 0 ? t('outerNet.noGroups') : t('outerNet.groups', { names: groups.map(({ name }) => name).join(' · ') });
  return (
    <SettingsPanel
      subject={outerNetSubject}
      title={useCodeName(outerNetPage.code)}
      get={outerNetGet}
      update={outerNetUpdate}
      valuesOf={entered}
    >
      {(stored) => (
        <>
          <SettingsGroup title={t('outerNet.network')} hint={t('outerNet.help')}>
            <F.segments wide help={t('outerNet.segmentsHelp')}>
              <SegmentsInput />
            </F.segments>
            <F.innerGroups wide help={groupsText(stored.groups)} />
            <Alert
              className="fs-here"
              type={stored.callerInside ? 'success' : 'info'}
              showIcon
              title={t(stored.callerInside ? 'outerNet.inside' : 'outerNet.outside', { address: stored.callerAddress })}
            />
          </SettingsGroup>
          <SettingsGroup title={t('outerNet.perAction')} hint={t('outerNet.perActionHelp')}>
            <F.actions wide>
              <OuterActionsInput />
            </F.actions>
            <F.exceptions wide help={t('outerNet.exceptionsHelp')}>
              <ExceptionsInput />
            </F.exceptions>
            <F.sendDefault as="radio" />
          </SettingsGroup>
        </>
      )}
    </SettingsPanel>
  );
}

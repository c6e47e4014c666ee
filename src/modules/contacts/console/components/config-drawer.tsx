import type { ReactElement } from 'react';
import { changedValues, storedValues, type FormValues } from '#kit/console/form/form-values.ts';
import type { Input } from '#kit/common/contract.ts';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { contactConfigFields, contactConfigGet, contactConfigUpdate } from '../../common/config.contract.ts';
import { contactImpact } from '../../common/insight.contract.ts';
import { agreedTo, ChosenImpact, type Requested } from './rule-impact.tsx';
import { configSubject } from '../subjects.ts';
import './contacts.css';

const F = fieldsOf(contactConfigFields);
const valuesOf = (stored: unknown): FormValues => storedValues(contactConfigUpdate.input, stored);

const some = contactConfigFields.partial();

/** What was changed, as the impact is asked about it; undefined while nothing is, or something can't be saved. */
function requestOf(change: Record<string, unknown>): Requested | undefined {
  const found = some.safeParse(change);
  return found.success && Object.keys(found.data).length > 0 ? { kind: 'config', change: found.data } : undefined;
}

function withAgreed(changed: Record<string, unknown>): Record<string, unknown> {
  const request = requestOf(changed);
  return { ...changed, ...(request && agreedTo(request)) };
}

/** How terminals show the directory. */
export function ConfigDrawer({ onClose }: { onClose: () => void }): ReactElement | null {
  const t = useT('contacts');
  const { data } = useRead(contactConfigGet, {});
  if (!data) return null;
  return (
    <DrawerForm
      endpoint={contactConfigUpdate}
      subject={configSubject}
      title={t('contactConfig')}
      initial={valuesOf(data)}
      target={{ version: data.version }}
      valuesOf={valuesOf}
      input={(changed) => withAgreed(changed) as Input<typeof contactConfigUpdate>}
      impact={(values) => <ChosenImpact request={requestOf(changedValues(some, valuesOf(data), values))} />}
      invalidates={[contactConfigGet, contactImpact]}
      onClose={onClose}
    >
      <div className="contacts-config">
        <SettingsGroup title={t('contactConfig.group.show')} hint={t('contactConfig.group.showHint')}>
          <F.directoryOn />
          <F.treeOn />
          <F.reportingLineAlways />
          <F.showDisabled />
          <F.sortPeople />
          <F.nameFormat />
          <F.showManagersFirst />
          <F.showEmptyDepts />
          <F.showCounts />
          <F.departmentPathDepth help={t('contactConfig.depthHelp')} />
        </SettingsGroup>
        <SettingsGroup title={t('frame.search')}>
          <F.searchMin />
          <F.searchLimit />
        </SettingsGroup>
        <SettingsGroup title={t('contactConfig.group.offline')} hint={t('contactConfig.group.offlineHint')}>
          <F.offlineMode />
          <F.offlineMax />
          <F.offlineTtlHours />
        </SettingsGroup>
        <SettingsGroup title={t('contactConfig.group.harvest')} hint={t('contactConfig.group.harvestHint')}>
          <F.watermark />
          <F.revealPerDay />
          <F.scrapePerHour />
          <F.scrapePerDay />
          <F.scrapeAction />
          <F.groupMinimum />
        </SettingsGroup>
      </div>
    </DrawerForm>
  );
}

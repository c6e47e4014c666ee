import { Select } from 'antd';
import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { app, type AppDetail } from '../../common/app.contract.ts';
import { AppIconInput } from './app-icon.tsx';
import { PlatformsInput } from './platforms-input.tsx';

const F = entityFields(app);

/** Every field of an app that is entered; the key of one that is there stays. */
export function AppFields({ of }: { of?: AppDetail | undefined }): ReactElement {
  const t = useT('apps');
  return (
    <>
      <F.name />
      {!of && <F.appKey help={t('app.appKeyHelp')} />}
      <F.ownerDeptId />
      <F.shortName />
      <F.description />
      <F.iconId help={t('app.iconHelp')}>
        <AppIconInput of={of} />
      </F.iconId>
      <F.managerIds />
      <F.noticeIds />
      <F.platforms wide help={t('app.identityKinds')}>
        <PlatformsInput />
      </F.platforms>
      <F.channels wide>
        <Select mode="tags" maxCount={5} tokenSeparators={[',', ' ']} />
      </F.channels>
      <F.installOpen />
      <F.installPassword />
      <F.showHistory />
    </>
  );
}

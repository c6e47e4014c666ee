import type { ReactElement } from 'react';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { advertSettingGet, advertSettingUpdate, type AdvertKind } from '../../common/advert.contract.ts';
import { advertSettingSubject } from '../subjects.ts';
import { OneZero } from './one-zero.tsx';

const F = fieldsOf(advertSettingUpdate.input);

/** How the area of the adverts of a kind is shown. */
export function AdvertSettingDrawer({
  appId,
  kind,
  onClose,
}: {
  appId: string;
  kind: AdvertKind;
  onClose: () => void;
}): ReactElement | null {
  const t = useT('app-pages');
  const { data } = useRead(advertSettingGet, { appId, kind });
  if (!data) return null;
  const { display, intervalTime, keepDays, version } = data;
  return (
    <DrawerForm
      endpoint={advertSettingUpdate}
      subject={advertSettingSubject}
      title={t('advertSetting')}
      initial={{ display, intervalTime, keepDays }}
      target={{ appId, kind, version }}
      invalidates={[advertSettingGet]}
      undoable
      onClose={onClose}
    >
      <F.display>
        <OneZero />
      </F.display>
      <F.intervalTime />
      <F.keepDays />
    </DrawerForm>
  );
}

import type { ReactElement } from 'react';
import { fieldsOf } from '../../form/fields-of.tsx';
import { useT } from '../../i18n/use-t.ts';
import { SettingsGroup } from '../../page/settings-group.tsx';
import { SettingsPage } from '../../page/settings-page.tsx';
import { galleryPage } from '../gallery-permissions.ts';
import { roomChange, roomGet, roomUpdate } from '../room.contract.ts';
import { roomSubject } from '../room-subject.ts';
import { sampleId } from '../server/sample-ids.ts';

const F = fieldsOf(roomChange);

/** A whole page of settings: those of one room. */
export default function SettingsPart(): ReactElement {
  const t = useT('gallery');
  return (
    <SettingsPage page={galleryPage} subject={roomSubject} get={roomGet} update={roomUpdate} target={{ id: sampleId(1, 0) }}>
      <SettingsGroup title={t('settings.basics')} hint={t('settings.basicsHint')}>
        <F.name />
        <F.code />
        <F.names as="local" />
      </SettingsGroup>
      <SettingsGroup title={t('form.group')}>
        <F.seats />
        <F.state as="radio" />
        <F.features />
        <F.note />
      </SettingsGroup>
    </SettingsPage>
  );
}

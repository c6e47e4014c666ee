import type { ReactElement } from 'react';
import { fieldsOf } from '../../form/fields-of.tsx';
import { useT } from '../../i18n/use-t.ts';
import { SubjectContext } from '../../page/subject.ts';
import { Wizard } from '../../wizard/wizard.tsx';
import { roomAdd, roomDraft, roomList } from '../room.contract.ts';
import { roomSubject } from '../room-subject.ts';

const F = fieldsOf(roomDraft);
const nothing = (): void => undefined;

/** A new room in steps. */
export default function WizardPart(): ReactElement {
  const t = useT('gallery');
  return (
    <SubjectContext value={roomSubject}>
      <Wizard
        endpoint={roomAdd}
        title={t('wizard.title')}
        action={() => t('wizard.add')}
        initial={{ state: 'active' }}
        steps={[
          {
            key: 'name',
            title: t('wizard.name'),
            hint: t('settings.basicsHint'),
            fields: (
              <>
                <F.name />
                <F.code />
                <F.names as="local" />
              </>
            ),
          },
          {
            key: 'use',
            title: t('wizard.use'),
            fields: (
              <>
                <F.seats />
                <F.state as="radio" />
                <F.note />
              </>
            ),
          },
        ]}
        invalidates={[roomList]}
        onDone={nothing}
        onCancel={nothing}
      />
    </SubjectContext>
  );
}

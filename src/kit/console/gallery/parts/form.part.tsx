import { Button, Form } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Issue } from '#kit/common/codes.ts';
import { DrawerForm } from '../../form/drawer-form.tsx';
import { EntityForm } from '../../form/entity-form.tsx';
import { fieldsOf } from '../../form/fields-of.tsx';
import { FormDialog } from '../../form/form-dialog.tsx';
import type { FormValues } from '../../form/form-values.ts';
import { useT } from '../../i18n/use-t.ts';
import { useRead } from '../../page/query.ts';
import { SubjectContext } from '../../page/subject.ts';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from '../../pickers/pickers.tsx';
import { fewList, roomAdd, roomDraft, roomUpdate } from '../room.contract.ts';
import { roomSubject } from '../room-subject.ts';
import { sampleId, sampleNow } from '../server/sample-ids.ts';
import { Specimen } from '../specimen.tsx';

const F = fieldsOf(roomDraft);

const filled: FormValues = {
  name: '海棠 101',
  code: 'room_101',
  names: { zh_CN: '海棠', en_US: 'Begonia' },
  note: '需提前一天预约',
  seats: 12,
  enabled: true,
  state: 'active',
  kind: 'meeting',
  features: ['screen', 'board'],
  tags: ['五层', 'VIP'],
  openedOn: '2026-02-01',
  checkedAt: sampleNow,
  opensAt: '08:30',
  email: 'rooms@example.com',
  mobile: '+8613800001234',
  ownerId: sampleId(2, 1),
  departmentIds: [sampleId(4, 101), sampleId(4, 203)],
  crowdIds: [sampleId(3, 2)],
};

/** Every input, empty, filled, wrong and switched off; forms in a drawer and in a dialog. */
export default function FormPart(): ReactElement {
  const t = useT('gallery');
  const [mistakes] = useState<readonly Issue[]>(() => [
    { path: 'name', message: t('form.taken') },
    { path: 'seats', message: t('form.tooMany') },
    { path: 'elsewhere', message: t('form.elsewhere') },
  ]);
  return (
    <SubjectContext value={roomSubject}>
      <Specimen title="form.filled">
        <Shown initial={filled} />
      </Specimen>
      <Specimen title="form.empty">
        <Shown initial={{}} />
      </Specimen>
      <Specimen title="form.wrong">
        <Few issues={mistakes} initial={filled} />
      </Specimen>
      <Specimen title="form.disabled">
        <Shown initial={filled} disabled />
      </Specimen>
      <Specimen title="form.kept">
        <Few issues={none} initial={{ ...filled, mobile: '138****1234' }} kept="138****1234" />
      </Specimen>
      <Specimen title="form.opened">
        <div className="whg-row">
          <Opened />
        </div>
      </Specimen>
    </SubjectContext>
  );
}

const none: readonly Issue[] = [];

function AllFields({ disabled = false }: { disabled?: boolean }): ReactElement {
  const t = useT('gallery');
  return (
    <>
      <F.name disabled={disabled} help={t('form.nameHelp')} />
      <F.code disabled={disabled} />
      <F.names as="local" disabled={disabled} />
      <h3>{t('form.group')}</h3>
      <F.seats disabled={disabled} />
      <F.enabled disabled={disabled} />
      <F.state as="radio" disabled={disabled} />
      <F.kind disabled={disabled} />
      <F.features disabled={disabled} />
      <F.tags disabled={disabled} />
      <F.openedOn disabled={disabled} />
      <F.checkedAt as="time" disabled={disabled} />
      <F.opensAt as="clock" disabled={disabled} />
      <F.email disabled={disabled} />
      <F.mobile as="phone" disabled={disabled} />
      <F.password as="secret" disabled={disabled} />
      <F.ownerId disabled={disabled}>
        <EmployeePicker />
      </F.ownerId>
      <F.departmentIds disabled={disabled}>
        <DepartmentPicker multiple />
      </F.departmentIds>
      <F.crowdIds disabled={disabled}>
        <CrowdPicker multiple />
      </F.crowdIds>
      <F.note disabled={disabled} />
    </>
  );
}

function Shown({ initial, disabled }: { initial: FormValues; disabled?: boolean }): ReactElement {
  const [form] = Form.useForm<FormValues>();
  return (
    <div className="whg-sheet">
      <EntityForm form={form} initial={initial} issues={none} onSubmit={() => undefined}>
        <AllFields {...(disabled !== undefined && { disabled })} />
      </EntityForm>
    </div>
  );
}

/** A short form; its mistakes come as the server's do, after it was drawn. */
function Few({ initial, issues, kept }: { initial: FormValues; issues: readonly Issue[]; kept?: string }): ReactElement {
  const [form] = Form.useForm<FormValues>();
  const t = useT('gallery');
  const [shown, setShown] = useState(none);
  return (
    <div className="whg-sheet">
      <EntityForm form={form} initial={initial} issues={shown} onSubmit={() => setShown(issues)}>
        <F.name />
        <F.seats />
        <F.mobile as="phone" kept={kept} />
      </EntityForm>
      <Button onClick={() => setShown(issues)}>{t('form.check')}</Button>
    </div>
  );
}

function Opened(): ReactElement {
  const t = useT('gallery');
  const [open, setOpen] = useState<'add' | 'edit' | 'dialog'>();
  const { data } = useRead(fewList, {});
  const room = data?.list[0];
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Button onClick={() => setOpen('add')}>{t('form.drawerAdd')}</Button>
      <Button onClick={() => setOpen('edit')}>{t('form.drawerEdit')}</Button>
      <Button onClick={() => setOpen('dialog')}>{t('form.dialog')}</Button>
      {open === 'add' && (
        <DrawerForm endpoint={roomAdd} initial={{ enabled: true, state: 'active' }} onClose={close}>
          <AllFields />
        </DrawerForm>
      )}
      {open === 'edit' && room && (
        <DrawerForm
          endpoint={roomUpdate}
          initial={{ name: room.name, seats: room.seats, state: room.state, note: room.note }}
          target={{ id: room.id, version: room.version }}
          invalidates={[fewList]}
          impact={(values) => t('form.impact', { count: String(values['seats'] ?? 0) })}
          onClose={close}
        >
          <F.name />
          <F.seats />
          <F.state />
          <F.note />
        </DrawerForm>
      )}
      {open === 'dialog' && (
        <FormDialog endpoint={roomAdd} initial={{}} onClose={close}>
          <F.name />
          <F.code />
        </FormDialog>
      )}
    </>
  );
}

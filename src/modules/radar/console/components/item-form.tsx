import { Select } from 'antd';
import { useRef, type ReactElement } from 'react';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { defaultValues, storedValues } from '#kit/console/form/form-values.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { radarAdd, radarDraft, radarGet, radarUpdate, usualDays, type RadarDetail } from '../../common/radar.contract.ts';
import { radarReadings } from '../readings.ts';
import { radarItem } from '../subjects.ts';

const F = fieldsOf(radarDraft);

interface ItemFormProps {
  /** What is changed; without it something new is added. */
  id?: string;
  onSaved?: (id: string) => void;
  onClose: () => void;
}

/** The form of what was added by hand; of what a module keeps, owner and days of reminding alone. */
export function ItemForm({ id, onSaved, onClose }: ItemFormProps): ReactElement | null {
  const read = useRead(radarGet, { id: id ?? '' }, { enabled: id !== undefined });
  if (id === undefined) return <AddForm onSaved={onSaved} onClose={onClose} />;
  return read.data ? <EditForm item={read.data} onClose={onClose} /> : null;
}

function AddForm({ onSaved, onClose }: Pick<ItemFormProps, 'onSaved' | 'onClose'>): ReactElement {
  const made = useRef<string>(undefined);
  return (
    <DrawerForm
      endpoint={radarAdd}
      subject={radarItem}
      initial={defaultValues(radarAdd.input)}
      invalidates={radarReadings}
      onSaved={(reply) => (made.current = reply.id)}
      // One step in the address: from the form to what it made.
      onClose={() => (made.current === undefined ? onClose() : onSaved?.(made.current))}
    >
      <HandFields />
    </DrawerForm>
  );
}

function EditForm({ item, onClose }: { item: RadarDetail; onClose: () => void }): ReactElement {
  const read = (current: unknown) => storedValues(radarUpdate.input, current);
  return (
    <DrawerForm
      endpoint={radarUpdate}
      subject={radarItem}
      initial={read(item)}
      target={{ id: item.id, version: item.version }}
      valuesOf={read}
      invalidates={radarReadings}
      onClose={onClose}
    >
      {item.origin === 'hand' ? <HandFields /> : <OwnFields reminds={item.reminds} />}
    </DrawerForm>
  );
}

function HandFields(): ReactElement {
  const t = useT('radar');
  return (
    <>
      <F.name wide />
      <F.dueAt as="time" />
      <F.deptId help={t('form.dept')}>
        <DepartmentPicker />
      </F.deptId>
      <OwnFields />
      <F.impact as="area" wide help={t('form.impact')} />
      <F.link wide as="text" placeholder="https://" />
    </>
  );
}

function OwnFields({ reminds = true }: { reminds?: boolean }): ReactElement {
  const t = useT('radar');
  return (
    <>
      <F.ownerId>
        <EmployeePicker />
      </F.ownerId>
      {reminds && (
        <F.remindDays help={t('form.remindDays')}>
          <DaysInput />
        </F.remindDays>
      )}
    </>
  );
}

interface DaysProps {
  value?: readonly number[];
  onChange?: (days: number[]) => void;
  id?: string;
}

/** Days before the end: the usual ones, or others that are typed. */
function DaysInput({ value = [], onChange, ...rest }: DaysProps): ReactElement {
  return (
    <Select<string[]>
      {...rest}
      mode="tags"
      maxCount={4}
      tokenSeparators={[',', ' ', '、', '，']}
      value={value.map(String)}
      options={usualDays.map((days) => ({ value: String(days), label: String(days) }))}
      onChange={(chosen) => onChange?.(chosen.map(Number).filter((days) => Number.isInteger(days) && days > 0))}
    />
  );
}

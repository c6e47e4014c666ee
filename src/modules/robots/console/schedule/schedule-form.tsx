import { Form, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { robotGroupList } from '../../common/company/robot.contract.ts';
import { robotSchedule, scheduleNext } from '../../common/schedule/schedule.contract.ts';
import type { ScheduleCalendar } from '../../common/schedule/words.ts';
import { ContentInput } from './content-input.tsx';

const F = entityFields(robotSchedule);
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ value: zone, label: zone }));

/** What a schedule of a robot posts, to whom and when, with the next times as they would be. */
export function ScheduleForm({ robotId }: { robotId: string }): ReactElement {
  const t = useT('robots');
  const form = Form.useFormInstance<Record<string, unknown>>();
  const onceAt = Form.useWatch<number | null>('onceAt', form);
  const [chosen, setChosen] = useState<'cron' | 'once'>();
  const way = chosen ?? (typeof onceAt === 'number' ? 'once' : 'cron');
  const choose = (next: 'cron' | 'once'): void => {
    setChosen(next);
    form.setFieldValue(next === 'cron' ? 'onceAt' : 'cron', null);
  };
  return (
    <>
      <F.name />
      <Form.Item label={t('schedule.when')} className="whk-field">
        <Select<'cron' | 'once'>
          aria-label={t('schedule.when')}
          value={way}
          options={(['cron', 'once'] as const).map((one) => ({ value: one, label: t(`schedule.when.${one}`) }))}
          onChange={choose}
        />
      </Form.Item>
      {way === 'cron' ? <F.cron help={t('schedule.cronHint')} /> : <F.onceAt />}
      <F.zone>
        <Select showSearch options={zones} />
      </F.zone>
      <F.calendar />
      <NextTimes robotId={robotId} />
      <F.content wide>
        <ContentInput />
      </F.content>
      <F.groups wide help={t('schedule.groupsHint')}>
        <GroupsOf robotId={robotId} />
      </F.groups>
      <F.people wide>
        <EmployeePicker multiple />
      </F.people>
      <F.mentionAll />
      <F.startsAt />
      <F.endsAt />
      <F.onMissed />
    </>
  );
}

interface GroupsProps {
  robotId: string;
  id?: string;
  value?: string[];
  onChange?: (value: string[]) => void;
  disabled?: boolean;
}

/** Chooses among the groups that the robot is in. */
function GroupsOf({ robotId, id, value = [], onChange, disabled = false }: GroupsProps): ReactElement {
  const t = useT('robots');
  const { data, isPending } = useRead(robotGroupList, { robotId, pageNum: 1, pageSize: 200 });
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      mode="multiple"
      aria-label={t('robotSchedule.field.groups')}
      disabled={disabled}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={(data?.list ?? []).map((group) => ({ value: group.id, label: group.name }))}
      onChange={(next) => onChange?.(next)}
    />
  );
}

const five = /^\S+( +\S+){4}$/;

/** The next five times of what is entered. */
function NextTimes({ robotId }: { robotId: string }): ReactElement | null {
  const t = useT('robots');
  const [language] = useLanguage();
  const form = Form.useFormInstance();
  const cron = Form.useWatch<string | null>('cron', form);
  const onceAt = Form.useWatch<number | null>('onceAt', form);
  const zone = Form.useWatch<string>('zone', form);
  const calendar = Form.useWatch<ScheduleCalendar>('calendar', form);
  const rule = typeof cron === 'string' && five.test(cron.trim()) ? cron.trim() : null;
  const once = typeof onceAt === 'number' ? onceAt : null;
  const ready = Boolean(zone) && (rule !== null || once !== null);
  const input = { robotId, cron: rule, onceAt: rule === null ? once : null, zone: zone ?? 'UTC', calendar: calendar ?? 'all' };
  const { data } = useRead(scheduleNext, input, { enabled: ready });
  if (!ready || !data) return null;
  const times = data.next.map((at) => timeText(at, language)).join(' · ');
  return (
    <p className="rb-soft whk-wide" role="status">
      {data.next.length === 0 ? t('schedule.noNext') : t('schedule.next', { times })}
    </p>
  );
}

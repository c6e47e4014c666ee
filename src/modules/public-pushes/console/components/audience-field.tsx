import { Form, Select, Switch } from 'antd';
import { useId, type ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { idsOf, type Picked } from '#kit/console/pickers/picked.ts';
import { CrowdPicker, DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { fanTag } from '#modules/public-fans/common/tag.contract.ts';
import { pushAudience, type PushAudience } from '../../common/audience.ts';
import { pushList } from '../../common/push.contract.ts';
import './pushes.css';

interface AudienceFieldProps {
  snoId: string;
  value?: PushAudience;
  onChange?: (value: PushAudience) => void;
}

/** Whom a push is for: everybody who follows, or who tags, departments, groups and names choose; without some tags and without readers of another push. */
export function AudienceField({ snoId, value = pushAudience.parse({}), onChange }: AudienceFieldProps): ReactElement {
  const t = useT('public-pushes');
  const change = (part: Partial<PushAudience>): void => onChange?.({ ...value, ...part });
  const list = (picked: Picked): string[] => [...idsOf(picked)];
  const tags = (part: Partial<PushAudience['tags']>): void => change({ tags: { ...value.tags, ...part } });
  return (
    <div className="psh-audience">
      <Labelled label={t('audience.all')}>{(id) => <Switch id={id} checked={value.all} onChange={(all) => change({ all })} />}</Labelled>
      {!value.all && (
        <>
          <Labelled label={t('audience.tagsAny')}>
            {(id) => <TagSelect id={id} snoId={snoId} value={value.tags.any} onChange={(any) => tags({ any })} />}
          </Labelled>
          <Labelled label={t('audience.tagsAll')}>
            {(id) => <TagSelect id={id} snoId={snoId} value={value.tags.all} onChange={(all) => tags({ all })} />}
          </Labelled>
          <Labelled label={t('audience.departments')}>
            {(id) => (
              <DepartmentPicker id={id} multiple value={value.departments} onChange={(picked) => change({ departments: list(picked) })} />
            )}
          </Labelled>
          <Labelled label={t('audience.crowds')}>
            {(id) => <CrowdPicker id={id} multiple value={value.crowds} onChange={(picked) => change({ crowds: list(picked) })} />}
          </Labelled>
          <Labelled label={t('audience.employees')}>
            {(id) => <EmployeePicker id={id} multiple value={value.employees} onChange={(picked) => change({ employees: list(picked) })} />}
          </Labelled>
        </>
      )}
      <Labelled label={t('audience.tagsNone')}>
        {(id) => <TagSelect id={id} snoId={snoId} value={value.tags.none} onChange={(none) => tags({ none })} />}
      </Labelled>
      <Labelled label={t('audience.exceptReadersOf')}>
        {(id) => (
          <PushSelect id={id} snoId={snoId} value={value.exceptReadersOf} onChange={(exceptReadersOf) => change({ exceptReadersOf })} />
        )}
      </Labelled>
    </div>
  );
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactElement }): ReactElement {
  const id = useId();
  return (
    <Form.Item label={label} htmlFor={id} noStyle={false}>
      {children(id)}
    </Form.Item>
  );
}

interface TagSelectProps {
  id: string;
  snoId: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
}

function TagSelect({ id, snoId, value, onChange }: TagSelectProps): ReactElement {
  const { data, isPending } = useRead(fanTag.list, { snoId, pageSize: 300 });
  return (
    <Select<string[]>
      id={id}
      mode="multiple"
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      value={[...value]}
      options={(data?.list ?? []).map(({ id: one, name }) => ({ value: one, label: name }))}
      onChange={onChange}
    />
  );
}

interface PushSelectProps {
  id: string;
  snoId: string;
  value: string | null;
  onChange: (value: string | null) => void;
}

const mostPushes = 100;

function PushSelect({ id, snoId, value, onChange }: PushSelectProps): ReactElement {
  const [language] = useLanguage();
  const { data, isPending } = useRead(pushList, { snoId, pageSize: mostPushes });
  return (
    <Select<string>
      id={id}
      allowClear
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      {...(value !== null && { value })}
      options={(data?.list ?? []).map(({ id: one, title }) => ({ value: one, label: pick(title, language) }))}
      onChange={(chosen: string | undefined) => onChange(chosen ?? null)}
    />
  );
}

import { Form, Select } from 'antd';
import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { robot, robotGroupChoices } from '../../common/company/robot.contract.ts';
import type { RobotPreset } from '../../common/company/words.ts';

const F = entityFields(robot);

/** Pictures that go with what a robot is made for. */
const pictures: Readonly<Partial<Record<RobotPreset, string>>> = { alert: 'bell', form: 'form', quiz: 'question', duty: 'calendar' };

const mappingExample = '{ "kind": "text", "text": title }';

interface TypesProps {
  id?: string;
  value?: string[];
  onChange?: (value: string[]) => void;
  disabled?: boolean;
}

/** Chooses types of groups among those that groups in range have. */
function GroupTypes({ id, value = [], onChange, disabled = false }: TypesProps): ReactElement {
  const { data, isPending } = useRead(robotGroupChoices, { pageSize: 1 });
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      mode="multiple"
      className="whk-picker"
      disabled={disabled}
      loading={isPending}
      optionFilterProp="label"
      value={value}
      options={(data?.types ?? []).map((type) => ({ value: type.id, label: type.name }))}
      onChange={(next) => onChange?.(next)}
    />
  );
}

function Preset(): ReactElement {
  const form = Form.useFormInstance<Record<string, unknown>>();
  const t = useT('robots');
  const choose = (preset: RobotPreset): void => form.setFieldsValue({ preset, avatar: pictures[preset] ?? 'robot' });
  return (
    <F.preset help={t('form.presetHint')}>
      <PresetSelect onChosen={choose} />
    </F.preset>
  );
}

interface PresetProps {
  id?: string;
  value?: RobotPreset;
  onChange?: (value: RobotPreset) => void;
  onChosen: (value: RobotPreset) => void;
}

const presets: readonly RobotPreset[] = ['empty', 'alert', 'form', 'quiz', 'duty'];

function PresetSelect({ id, value, onChange, onChosen }: PresetProps): ReactElement {
  const t = useT('robots');
  return (
    <Select<RobotPreset>
      {...(id !== undefined && { id })}
      value={value ?? 'empty'}
      options={presets.map((one) => ({ value: one, label: t(`robot.preset.${one}`) }))}
      onChange={(next) => {
        onChange?.(next);
        onChosen(next);
      }}
    />
  );
}

/** Who a robot is, whose, and what it reads; of a new one also its code. */
export function ProfileFields({ isNew, company }: { isNew: boolean; company: boolean }): ReactElement {
  const t = useT('robots');
  return (
    <>
      <F.name />
      {isNew && <F.code help={t('form.codeHint')} />}
      {isNew && <Preset />}
      <F.avatar />
      <F.description />
      {company && <F.companyDeptId />}
      <F.ownerId />
      <F.managers />
      <F.groupTypes help={t('form.groupTypesHint')}>
        <GroupTypes />
      </F.groupTypes>
      <F.reads as="radio" help={t('form.readsHint')} />
      <F.audience wide />
    </>
  );
}

/** What a robot takes from outside. */
export function InFields(): ReactElement {
  const t = useT('robots');
  return (
    <>
      <F.inOn />
      <F.inRate />
      <F.inAddresses help={t('form.addressesHint')} />
      <F.inShapes wide help={t('form.shapesHint')} />
      <F.inMapping wide help={t('form.mappingHint', { example: mappingExample })} />
    </>
  );
}

/** What a robot tells an address. */
export function OutFields(): ReactElement {
  const t = useT('robots');
  return (
    <>
      <F.outOn />
      <F.outTimeout />
      <F.outUrl wide />
      <F.outEvents wide help={t('form.eventsHint')} />
      <F.outHeaders wide as="area" help={t('form.headersHint')} />
    </>
  );
}

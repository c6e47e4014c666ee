import { Button, Input, InputNumber, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrowdPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { WindowInput } from '#modules/enterprise/console/public.ts';
import type { RolloutContract, RolloutGates, RolloutView } from '../../common/rollout.contract.ts';
import '../apps.css';

const gateNames = ['crash', 'install', 'silence'] as const;
/** Gates that such versions have. */
const gatesOf = ({ usual }: RolloutContract): (keyof RolloutGates)[] => gateNames.filter((gate) => usual[gate] !== null);
const listOf = (picked: unknown): string[] => [picked].flat().filter((one) => typeof one === 'string');

/** How a gate is called; other versions than those of apps may have words of their own. */
export type GateName = (gate: keyof RolloutGates) => string;

interface RolloutFormProps {
  calls: RolloutContract;
  versionId: string;
  planned?: RolloutView | undefined;
  gateName: GateName;
  invalidates: readonly Endpoint[];
}

/** Plans stages, who is reached beside the share, the hours of new offers, and the gates at which it halts; starts the rollout. */
export function RolloutForm({ calls, versionId, planned, gateName, invalidates }: RolloutFormProps): ReactElement {
  const t = useT('apps');
  const [open, setOpen] = useState(false);
  const [percents, setPercents] = useState(planned?.stages.map(({ percent }) => percent).join(', ') ?? '1, 10, 50, 100');
  const [hours, setHours] = useState(planned?.stages[0]?.minHours ?? 24);
  const [advance, setAdvance] = useState<'auto' | 'byHand'>(planned?.stages[0]?.advance ?? 'auto');
  const ringOf = (kind: string): string[] => (planned?.stages[0]?.ring ?? []).flatMap((row) => (row.kind === kind ? [row.id] : []));
  const [people, setPeople] = useState(() => ringOf('employee'));
  const [crowds, setCrowds] = useState(() => ringOf('crowd'));
  const [gates, setGates] = useState(planned?.gates ?? calls.usual);
  const [window, setWindow] = useState(planned?.window ?? null);
  const ring = [...people.map((id) => ({ kind: 'employee' as const, id })), ...crowds.map((id) => ({ kind: 'crowd' as const, id }))];
  const stages = percents
    .split(/[,，、\s]+/)
    .map(Number)
    .filter((percent) => percent >= 0.1 && percent <= 100)
    .map((percent, at) => ({ percent, minHours: hours, advance, ring: at === 0 ? ring : [] }));
  const input = { versionId, stages: stages as [(typeof stages)[number]], gates, window };
  if (!open)
    return (
      <div className="apps-bar">
        <Button onClick={() => setOpen(true)}>{t('rollout.begin')}</Button>
      </div>
    );
  return (
    <div className="apps-plan" role="group" aria-label={t('rollout.begin')}>
      <label>
        {t('rollout.percents')}
        <Input value={percents} title={t('rollout.percentsHelp')} onChange={(event) => setPercents(event.target.value)} />
      </label>
      <label>
        {t('rollout.hours')}
        <InputNumber value={hours} min={0} max={720} onChange={(next) => setHours(next ?? 0)} />
      </label>
      <label>
        {t('rollout.next')}
        <Select
          value={advance}
          onChange={setAdvance}
          options={(['auto', 'byHand'] as const).map((value) => ({ value, label: t(`rollout.${value}`) }))}
        />
      </label>
      <label>
        {t('rollout.ringPeople')}
        <EmployeePicker multiple value={people} onChange={(next) => setPeople(listOf(next))} />
      </label>
      <label>
        {t('rollout.ringCrowds')}
        <CrowdPicker multiple value={crowds} onChange={(next) => setCrowds(listOf(next))} />
      </label>
      <div role="group" className="apps-plan-wide" aria-label={t('rollout.field.window')}>
        {t('rollout.field.window')}
        <WindowInput value={window} onChange={setWindow} />
      </div>
      {gatesOf(calls).map((gate) => (
        <label key={gate}>
          {t('rollout.gateLimit', { gate: gateName(gate) })}
          <InputNumber
            value={gates[gate]}
            min={0.01}
            max={100}
            placeholder={t('rollout.gateOff')}
            onChange={(next) => setGates({ ...gates, [gate]: next })}
          />
        </label>
      ))}
      <p>{t('rollout.small')}</p>
      <div className="apps-bar">
        <ActionButton
          type="primary"
          endpoint={calls.start}
          input={input}
          why={stages.length === 0 && t('rollout.noStages')}
          called={t('rollout.begin')}
          invalidates={invalidates}
        />
        <ActionButton
          endpoint={calls.save}
          input={input}
          why={stages.length === 0 && t('rollout.noStages')}
          called={t('rollout.savePlan')}
          invalidates={invalidates}
        />
      </div>
    </div>
  );
}

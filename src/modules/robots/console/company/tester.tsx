import { Button, Input, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { robotTest, type RobotTrial } from '../../common/company/log.contract.ts';
import { robotGroupList, type RobotDetail } from '../../common/company/robot.contract.ts';
import { Part } from './part.tsx';
import { robotReadings } from './subjects.ts';
import { TrialResult } from './trial-result.tsx';

/** Bodies to begin with, one a shape. */
const samples = {
  own: { kind: 'markdown', markdown: '**Deploy** finished', mention: { all: false, accounts: [] } },
  wecom: { msgtype: 'text', text: { content: 'hello', mentioned_list: [] } },
  dingtalk: { msgtype: 'markdown', markdown: { title: 'Build', text: '#### Build\n> green' }, at: { isAtAll: false } },
  feishu: { msg_type: 'text', content: { text: 'hello' } },
  slack: { text: 'hello' },
  alertmanager: {
    version: '4',
    receiver: 'team',
    status: 'firing',
    commonLabels: { alertname: 'DiskFull' },
    alerts: [
      { status: 'firing', labels: { alertname: 'DiskFull', instance: 'db-1' }, annotations: { summary: 'Disk of db-1 is 95 % full' } },
    ],
  },
  grafana: { orgId: 1, title: '[FIRING] CPU', alerts: [{ status: 'firing', labels: { alertname: 'CPU' } }] },
} as const;
type Sample = keyof typeof samples;
const names = Object.keys(samples) as Sample[];
const textOf = (sample: Sample): string => JSON.stringify(samples[sample], null, 2);

/** Tries what a body becomes, and sends it to a group of the robot. */
export function Tester({ row }: { row: RobotDetail }): ReactElement | null {
  const t = useT('robots');
  const { granted } = useActionName(robotTest);
  const groups = useRead(robotGroupList, { robotId: row.id, pageNum: 1, pageSize: 200 });
  const [sample, setSample] = useState<Sample>('wecom');
  const [body, setBody] = useState(() => textOf('wecom'));
  const [groupId, setGroupId] = useState<string>();
  const [running, setRunning] = useState(false);
  const [result, setResult] = useState<RobotTrial>();
  if (!granted) return null;
  const run = async (target?: string): Promise<void> => {
    setRunning(true);
    try {
      setResult(await call(robotTest, { id: row.id, direction: 'in', body, ...(target !== undefined && { groupId: target }) }));
      if (target !== undefined) await invalidate(...robotReadings);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    } finally {
      setRunning(false);
    }
  };
  return (
    <Part label={t('trial.title')}>
      <div className="rb-trial-row">
        <Select<Sample>
          aria-label={t('trial.sample')}
          className="whk-picker"
          value={sample}
          options={names.map((name) => ({ value: name, label: t(`robot.inShapes.${name}`) }))}
          onChange={(next) => {
            setSample(next);
            setBody(textOf(next));
          }}
        />
      </div>
      <Input.TextArea aria-label={t('trial.body')} rows={8} value={body} onChange={({ target }) => setBody(target.value)} />
      <div className="rb-trial-row">
        <Button loading={running} onClick={() => void run()}>
          {t('trial.preview')}
        </Button>
        <Select<string>
          aria-label={t('trial.group')}
          placeholder={t('trial.group')}
          className="whk-picker"
          allowClear
          {...(groupId !== undefined && { value: groupId })}
          options={(groups.data?.list ?? []).map((group) => ({ value: group.id, label: group.name }))}
          onChange={(next?: string) => setGroupId(next)}
        />
        <Button type="primary" loading={running} disabled={groupId === undefined} onClick={() => void run(groupId)}>
          {t('trial.send')}
        </Button>
      </div>
      {result && <TrialResult result={result} />}
    </Part>
  );
}

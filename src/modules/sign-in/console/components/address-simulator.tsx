import { Alert, Button, Form, Input, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { platformNames, platforms, type Platform } from '#kit/common/client/platforms.ts';
import type { Reply } from '#kit/common/contract.ts';
import type { AddressRules } from '#kit/common/session/sign-in-policy.ts';
import { useMay } from '#kit/console/action/use-may.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SettingsGroup } from '#kit/console/page/settings-group.tsx';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { addressRuleSimulate } from '../../common/authenticate.contract.ts';
import { addressInMind } from './address-rules-input.tsx';

const standings = {
  notEnrolled: { enrolled: false, bound: false, compliant: false },
  enrolled: { enrolled: true, bound: false, compliant: true },
  bound: { enrolled: true, bound: true, compliant: true },
  notCompliant: { enrolled: true, bound: true, compliant: false },
} as const;
type By = keyof typeof standings | 'browser';
const ways: readonly By[] = ['browser', 'notEnrolled', 'enrolled', 'bound', 'notCompliant'];

type Verdict = Reply<typeof addressRuleSimulate>;

interface Asked {
  empId?: string;
  address?: string;
  at?: string;
  by?: By;
  platform?: Platform;
}

/** Tries the rules as they stand in the form: for somebody, from somewhere, at some time. */
export function AddressSimulator({ rules }: { rules: AddressRules }): ReactElement | null {
  const t = useT('sign-in');
  const may = useMay()(addressRuleSimulate);
  const [search] = useSearchParams();
  const [form] = Form.useForm<Asked>();
  const by = Form.useWatch('by', form);
  const [verdict, setVerdict] = useState<Verdict>();
  const [problem, setProblem] = useState('');
  const [asking, setAsking] = useState(false);
  if (!may) return null;
  const ask = async ({ empId, address = '', at, by = 'browser', platform = 2 }: Asked): Promise<void> => {
    setAsking(true);
    setProblem('');
    setVerdict(undefined);
    try {
      const moment = at ? new Date(at).getTime() : undefined;
      setVerdict(
        await call(
          addressRuleSimulate,
          {
            address: address.trim(),
            rules,
            ...(empId && { empId }),
            ...(moment !== undefined && { at: moment }),
            ...(by !== 'browser' && { terminal: { platform, ...standings[by] } }),
          },
          { silent: true },
        ),
      );
    } catch (error) {
      setProblem(error instanceof CallError ? (error.issues[0]?.message ?? error.msg) : String(error));
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className="signin-simulator">
      <SettingsGroup title={t('simulate.title')} hint={t('simulate.hint')}>
        <Form<Asked>
          form={form}
          layout="vertical"
          className="signin-simulate"
          initialValues={{ address: search.get(addressInMind) ?? '' }}
          onFinish={(asked) => void ask(asked)}
        >
          <Form.Item name="empId" label={t('simulate.person')}>
            <EmployeePicker />
          </Form.Item>
          <Form.Item name="address" label={t('simulate.address')} rules={[{ required: true, message: t('simulate.addressNeeded') }]}>
            <Input maxLength={64} />
          </Form.Item>
          <Form.Item name="at" label={t('simulate.at')}>
            <Input type="datetime-local" />
          </Form.Item>
          <Form.Item name="by" label={t('simulate.by')} initialValue="browser">
            <Select options={ways.map((value) => ({ value, label: t(`simulate.by.${value}`) }))} />
          </Form.Item>
          {by !== undefined && by !== 'browser' && (
            <Form.Item name="platform" label={t('rule.platforms')} initialValue={2}>
              <Select options={platforms.map((value) => ({ value, label: platformNames[value] }))} />
            </Form.Item>
          )}
          <Button htmlType="submit" loading={asking}>
            {t('simulate.ask')}
          </Button>
        </Form>
        <div role="status">
          {verdict && (
            <Alert
              showIcon
              type={verdict.action === 'deny' ? 'error' : verdict.action === 'factor' ? 'warning' : 'success'}
              title={t(`simulate.${verdict.action}`, { name: verdict.name })}
              description={verdict.rule === null ? t('simulate.byOtherwise') : t('simulate.byRule', { n: verdict.rule })}
            />
          )}
          {problem && <Alert showIcon type="error" title={problem} />}
        </div>
      </SettingsGroup>
    </div>
  );
}

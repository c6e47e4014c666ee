import { Alert, Button, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { call } from '#kit/console/call/call.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { segmentCheck, type Segment } from '../../common/segment-limit.contract.ts';

type Checked = Reply<typeof segmentCheck>;
const mostShown = 8;

interface CheckButtonProps {
  lines: readonly Segment[];
  /** Takes the tidied list over; what is no network stays at its end, to be mended. */
  onTidy: (lines: readonly Segment[]) => void;
  disabled: boolean;
}

/** Reads a pasted list before it is saved: says what is no network and what is double, and puts the rest in order. */
export function SegmentCheck({ lines, onTidy, disabled }: CheckButtonProps): ReactElement {
  const t = useT('enterprise');
  const [checked, setChecked] = useState<Checked>();
  const [checking, setChecking] = useState(false);
  const check = async (): Promise<void> => {
    setChecking(true);
    try {
      const answer = await call(segmentCheck, { segments: [...lines] });
      setChecked(answer);
      onTidy([...answer.segments, ...answer.wrong.map(({ value }) => ({ value, note: '' }))]);
    } finally {
      setChecking(false);
    }
  };
  const { wrong = [], doubled = [] } = checked ?? {};
  return (
    <>
      <Button size="small" loading={checking} disabled={disabled || lines.length === 0} onClick={() => void check().catch(() => undefined)}>
        {t('segment.check')}
      </Button>
      {checked && (
        <Alert
          role="status"
          showIcon
          className="enterprise-checked"
          type={wrong.length > 0 ? 'warning' : 'success'}
          title={t('segment.checked', { good: checked.segments.length, wrong: wrong.length, doubled: doubled.length })}
          description={
            wrong.length + doubled.length > 0 && (
              <ul className="enterprise-lines">
                {wrong.slice(0, mostShown).map(({ line, value }) => (
                  <li key={`wrong ${line}`}>{t('segment.wrong', { line, value })}</li>
                ))}
                {doubled.slice(0, mostShown).map(({ line, value, within }) => (
                  <li key={`doubled ${line}`}>{t('segment.doubled', { line, value, within })}</li>
                ))}
              </ul>
            )
          }
        />
      )}
    </>
  );
}

/** Asks whether an address lies in the segments of a limit, and in which. */
export function AddressTester({ segments }: { segments: readonly Segment[] }): ReactElement {
  const t = useT('enterprise');
  const [address, setAddress] = useState('');
  const [answer, setAnswer] = useState<Checked>();
  const ask = async (text: string): Promise<void> => {
    if (text.trim() === '') setAnswer(undefined);
    else setAnswer(await call(segmentCheck, { segments: [...segments], address: text.trim() }));
  };
  const said = !answer
    ? undefined
    : !answer.known
      ? t('segment.noAddress')
      : answer.inside
        ? t('segment.inside', { segment: answer.by ?? '' })
        : t('segment.outside');
  return (
    <div className="enterprise-tester">
      <Input.Search
        allowClear
        aria-label={t('segment.test')}
        placeholder={t('segment.test')}
        maxLength={64}
        value={address}
        enterButton={t('segment.ask')}
        onChange={(event) => {
          setAddress(event.target.value);
          setAnswer(undefined);
        }}
        onSearch={(text) => void ask(text).catch(() => undefined)}
      />
      {said !== undefined && <Alert role="status" showIcon type={answer?.inside ? 'success' : 'info'} title={said} />}
    </div>
  );
}

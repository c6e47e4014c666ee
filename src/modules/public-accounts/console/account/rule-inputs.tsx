import { InputNumber, Select, Switch } from 'antd';
import { useId, type ReactElement, type ReactNode } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { CommentPolicy } from '../../common/account.contract.ts';
import { commentModes } from '../../common/words.ts';
import '../accounts.css';

interface InputOf<T> {
  value?: T;
  onChange?: (value: T) => void;
  id?: string;
}

/** One part of a value of several parts, with its own label. */
function Part({ label, children }: { label: string; children: (id: string) => ReactNode }): ReactElement {
  const id = useId();
  return (
    <div className="sno-part">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

interface Cap {
  perPersonPerDay: number;
  perPersonPerWeek: number;
}

/** How many pushes one person gets at most a day and a week. */
export function CapInput({
  value = { perPersonPerDay: 0, perPersonPerWeek: 0 },
  onChange,
  id,
  most = [20, 50],
}: InputOf<Cap> & { most?: [number, number] }): ReactElement {
  const t = useT('public-accounts');
  return (
    <div className="sno-parts" id={id}>
      <Part label={t('cap.day')}>
        {(part) => (
          <InputNumber<number>
            id={part}
            min={0}
            max={most[0]}
            precision={0}
            value={value.perPersonPerDay}
            onChange={(perPersonPerDay) => onChange?.({ ...value, perPersonPerDay: perPersonPerDay ?? 0 })}
          />
        )}
      </Part>
      <Part label={t('cap.week')}>
        {(part) => (
          <InputNumber<number>
            id={part}
            min={0}
            max={most[1]}
            precision={0}
            value={value.perPersonPerWeek}
            onChange={(perPersonPerWeek) => onChange?.({ ...value, perPersonPerWeek: perPersonPerWeek ?? 0 })}
          />
        )}
      </Part>
    </div>
  );
}

interface Pause {
  share: number;
  minimum: number;
  window: number;
}

/** Share of failures from which on a push pauses by itself. */
export function PauseInput({ value = { share: 5, minimum: 50, window: 200 }, onChange, id }: InputOf<Pause>): ReactElement {
  const t = useT('public-accounts');
  return (
    <div className="sno-parts" id={id}>
      <Part label={t('pause.share')}>
        {(part) => (
          <InputNumber<number>
            id={part}
            min={1}
            max={50}
            precision={0}
            value={value.share}
            onChange={(share) => onChange?.({ ...value, share: share ?? 5 })}
          />
        )}
      </Part>
      <Part label={t('pause.minimum')}>
        {(part) => (
          <InputNumber<number>
            id={part}
            min={20}
            max={1000}
            precision={0}
            value={value.minimum}
            onChange={(minimum) => onChange?.({ ...value, minimum: minimum ?? 50 })}
          />
        )}
      </Part>
    </div>
  );
}

const usualPolicy: CommentPolicy = { mode: 'review', who: 'fans', closeAfterDays: 30, anonymousName: false };

/** Who may comment on what an account publishes, and when that ends. */
export function CommentPolicyInput({ value = usualPolicy, onChange, id }: InputOf<CommentPolicy>): ReactElement {
  const t = useT('public-accounts');
  const change = (part: Partial<CommentPolicy>): void => onChange?.({ ...value, ...part });
  return (
    <div className="sno-parts" id={id}>
      <Part label={t('comment.mode')}>
        {(part) => (
          <Select<CommentPolicy['mode']>
            id={part}
            value={value.mode}
            options={commentModes.map((mode) => ({ value: mode, label: t(`comment.${mode}`) }))}
            onChange={(mode) => change({ mode })}
          />
        )}
      </Part>
      {value.mode !== 'off' && (
        <>
          <Part label={t('comment.who')}>
            {(part) => (
              <Select<CommentPolicy['who']>
                id={part}
                value={value.who}
                options={(['fans', 'audience'] as const).map((who) => ({ value: who, label: t(`comment.${who}`) }))}
                onChange={(who) => change({ who })}
              />
            )}
          </Part>
          <Part label={t('comment.days')}>
            {(part) => (
              <InputNumber<number>
                id={part}
                min={0}
                max={365}
                precision={0}
                value={value.closeAfterDays}
                onChange={(days) => change({ closeAfterDays: days ?? 0 })}
              />
            )}
          </Part>
          <Part label={t('comment.anonymous')}>
            {(part) => <Switch id={part} checked={value.anonymousName} onChange={(anonymousName) => change({ anonymousName })} />}
          </Part>
        </>
      )}
    </div>
  );
}

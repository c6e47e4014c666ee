import { Button, Input, Switch } from 'antd';
import type { ReactElement } from 'react';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { AppPlatform } from '../../common/app.contract.ts';

interface PlatformsInputProps {
  value?: readonly AppPlatform[];
  onChange?: (value: readonly AppPlatform[]) => void;
  id?: string;
}

/** The platforms of an app: who it is there, its page in a store, and whether versions are offered. */
export function PlatformsInput({ value = [], onChange, id }: PlatformsInputProps): ReactElement {
  const t = useT('apps');
  const change = (platform: number, more: Partial<AppPlatform>): void =>
    onChange?.(value.map((one) => (one.platform === platform ? { ...one, ...more } : one)));
  const left = platforms.filter((platform) => !value.some((one) => one.platform === platform));
  return (
    <div id={id}>
      {value.map(({ platform, identity, storeUrl, on }) => (
        <div key={platform} className="apps-bar">
          <Switch
            checked={on}
            aria-label={`${platformNames[platform]} · ${t('app.on')}`}
            checkedChildren={platformNames[platform]}
            unCheckedChildren={platformNames[platform]}
            onChange={(next) => change(platform, { on: next })}
          />
          <Input
            value={identity ?? ''}
            aria-label={`${platformNames[platform]} · ${t('app.identity')}`}
            placeholder={t('app.identity')}
            onChange={(event) => change(platform, { identity: event.target.value || null })}
          />
          <Input
            value={storeUrl ?? ''}
            aria-label={`${platformNames[platform]} · ${t('app.storeUrl')}`}
            placeholder={t('app.storeUrl')}
            onChange={(event) => change(platform, { storeUrl: event.target.value || null })}
          />
        </div>
      ))}
      <div className="apps-bar">
        {left.map((platform) => (
          <Button
            key={platform}
            size="small"
            onClick={() => onChange?.([...value, { platform, identity: null, storeUrl: null, on: true }])}
          >{`+ ${platformNames[platform]}`}</Button>
        ))}
      </div>
    </div>
  );
}

import { Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { platforms, type Platform } from '#kit/common/client/platforms.ts';
import type { Endpoint } from '#kit/common/contract.ts';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { navCopy, navQuery } from '../../common/nav.contract.ts';

const F = fieldsOf(navCopy.input);

interface CopyDialogProps {
  from: Platform;
  readings: readonly Endpoint[];
  onCopied: (platform: Platform) => void;
  onClose: () => void;
}

/** Replaces the draft of another platform by this one's. */
export function CopyDialog({ from, readings, onCopied, onClose }: CopyDialogProps): ReactElement {
  const t = useT('terminal-settings');
  const others = platforms.filter((platform) => platform !== from);
  const [to, setTo] = useState<Platform>(others[0] ?? 1);
  const { data } = useRead(navQuery, { platform: to });
  return (
    <FormDialog
      endpoint={navCopy}
      initial={{ to }}
      input={() => ({ from, to, version: data?.version ?? 1 })}
      invalidates={readings}
      onSaved={() => onCopied(to)}
      onClose={onClose}
    >
      <p>{t('nav.copyHint', { name: t(`platform.${from}`) })}</p>
      <F.to>
        <PlatformSelect others={others} onChosen={setTo} />
      </F.to>
    </FormDialog>
  );
}

interface PlatformSelectProps {
  others: readonly Platform[];
  onChosen: (platform: Platform) => void;
  id?: string;
  value?: Platform;
  onChange?: (platform: Platform) => void;
}

function PlatformSelect({ others, onChosen, id, value, onChange }: PlatformSelectProps): ReactElement {
  const t = useT('terminal-settings');
  return (
    <Select<Platform>
      {...(id !== undefined && { id })}
      {...(value !== undefined && { value })}
      options={others.map((platform) => ({ value: platform, label: t(`platform.${platform}`) }))}
      onChange={(chosen) => {
        onChange?.(chosen);
        onChosen(chosen);
      }}
    />
  );
}

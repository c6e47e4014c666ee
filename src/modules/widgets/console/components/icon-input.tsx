import { Button, Upload } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import './widgets.css';

/** Pixels of the longest side of an icon. */
const side = 128;

interface IconInputProps {
  readonly id?: string;
  readonly value?: string | null;
  readonly disabled?: boolean;
  readonly onChange?: (value: string | null) => void;
}

/** Chooses a picture and keeps it small: a PNG of at most 128 pixels a side. */
export function IconInput({ id, value, disabled, onChange }: IconInputProps): ReactElement {
  const t = useT('widgets');
  const [wrong, setWrong] = useState(false);
  const take = async (file: File): Promise<void> => {
    const drawn = await smallPng(file).catch(() => undefined);
    setWrong(drawn === undefined);
    if (drawn !== undefined) onChange?.(drawn);
  };
  return (
    <span className="widgets-icon-input" {...(id !== undefined && { id })}>
      <WidgetIcon icon={value ?? null} name="" />
      <Upload
        accept="image/png,image/jpeg,image/webp"
        showUploadList={false}
        disabled={disabled ?? false}
        beforeUpload={(file) => {
          void take(file);
          return false;
        }}
      >
        <Button disabled={disabled ?? false}>{t('widget.chooseIcon')}</Button>
      </Upload>
      {value && (
        <Button type="text" disabled={disabled ?? false} onClick={() => onChange?.(null)}>
          {t('widget.removeIcon')}
        </Button>
      )}
      {wrong && <small role="alert">{t('widget.iconMistake')}</small>}
    </span>
  );
}

/** Draws a picture into a square of the side of an icon. */
async function smallPng(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const share = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.max(1, Math.round(picture.width * share)), Math.max(1, Math.round(picture.height * share))];
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}

/** The icon of a widget, or the first letter of its name. */
export function WidgetIcon({ icon, name }: { icon: string | null; name: string }): ReactElement {
  return icon ? (
    <img className="widgets-icon" src={icon} alt="" />
  ) : (
    <span className="widgets-icon" aria-hidden="true">
      {name.slice(0, 1)}
    </span>
  );
}

import { Button, Upload, type ButtonProps } from 'antd';
import { useState, type ReactElement, type ReactNode } from 'react';
import { CallError } from '../call/call-error.ts';
import { FileTooLarge, upload } from './upload.ts';

/** Pictures that the product reads, for `accept`. */
export const pictureTypes = 'image/png,image/jpeg,image/webp,image/gif';

interface FileButtonProps extends Pick<ButtonProps, 'icon' | 'disabled' | 'type' | 'aria-label'> {
  id?: string;
  /** What the file is uploaded for. */
  purpose: string;
  accept?: string;
  /** Bytes; a larger file is not sent, and `tooLarge` is said. */
  mostBytes?: number;
  tooLarge?: string;
  /** Stands beside the button where the file was refused; without it the message of the refused call is all. */
  mistake?: string;
  /** Takes what was uploaded; the button waits for it. */
  sent: (kept: { readonly fileId: string; readonly name: string }, file: File) => void | Promise<void>;
  children: ReactNode;
}

/** A button that chooses one file, uploads it and hands over what was kept. */
export function FileButton(props: FileButtonProps): ReactElement {
  const { id, purpose, accept, mostBytes, tooLarge, mistake, sent, children, disabled = false, ...button } = props;
  const [sending, setSending] = useState(false);
  const [said, setSaid] = useState<string>();
  const send = async (file: File): Promise<void> => {
    if (mostBytes !== undefined && file.size > mostBytes) return setSaid(tooLarge ?? mistake);
    setSaid(undefined);
    setSending(true);
    try {
      await sent(await upload(file, purpose, () => undefined, new AbortController().signal), file);
    } catch (error) {
      // What a call refused was said by it already.
      if (!(error instanceof CallError || error instanceof FileTooLarge)) throw error;
      setSaid(error instanceof FileTooLarge ? (tooLarge ?? mistake) : mistake);
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      <Upload
        {...(accept !== undefined && { accept })}
        showUploadList={false}
        disabled={disabled}
        beforeUpload={(file) => {
          void send(file);
          return Upload.LIST_IGNORE;
        }}
      >
        <Button {...button} {...(id !== undefined && { id })} disabled={disabled} loading={sending}>
          {children}
        </Button>
      </Upload>
      {said !== undefined && <small role="alert">{said}</small>}
    </>
  );
}

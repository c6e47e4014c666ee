import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { callRaw } from '#kit/console/call/call.ts';
import { useObjectAddress } from '#kit/console/files/use-object-address.ts';
import { materialFile } from '../../common/material.contract.ts';
import '../content.css';

function useFile(id: string | null, enabled = true): Blob | undefined {
  return useQuery({
    queryKey: ['content-file', id],
    queryFn: async ({ signal }) => (await callRaw(materialFile, { id: id ?? '' }, { silent: true, signal })).blob(),
    enabled: id !== null && enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  }).data;
}

interface PictureProps {
  readonly fileId: string | null;
  readonly alt?: string;
  readonly look?: 'small' | 'large' | 'cover';
}

/** A picture of an account; it is read with the session, which a plain address could not send. */
export function Picture({ fileId, alt = '', look = 'small' }: PictureProps): ReactElement {
  const address = useObjectAddress(useFile(fileId));
  if (address === undefined) return <span className={`mpm-picture mpm-${look} mpm-none`} />;
  return <img className={`mpm-picture mpm-${look}`} src={address} alt={alt} />;
}

/** A video of an account: its poster until somebody wants to see it. */
export function Video({ fileId, posterId, label }: { fileId: string; posterId: string | null; label: string }): ReactElement {
  const [wanted, setWanted] = useState(false);
  const address = useObjectAddress(useFile(fileId, wanted));
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- what was uploaded has no captions; the player is named
  if (address !== undefined) return <video className="mpm-picture mpm-large" src={address} controls aria-label={label} />;
  return (
    <Button loading={wanted} onClick={() => setWanted(true)} icon={posterId === null ? undefined : <Picture fileId={posterId} />}>
      {label}
    </Button>
  );
}
